import { svelte } from '@sveltejs/vite-plugin-svelte';
import { svelteTesting } from '@testing-library/svelte/vite';
import { defineConfig } from 'vitest/config';

// The Go server answers /api; in development it runs beside Vite.
const backend = process.env.MIRABILIA_SERVER ?? 'http://127.0.0.1:8080';

interface Modules {
  getModuleInfo(id: string): { importers: string[] } | null;
}

/** Whether the home page needs a module before anything else is opened: its importers lead to the entry. */
function atHome(id: string, modules: Modules, seen = new Set<string>()): boolean {
  if (id.endsWith('/src/main.ts')) return true;
  if (seen.has(id)) return false;
  seen.add(id);
  return (modules.getModuleInfo(id)?.importers ?? []).some((by) => atHome(by, modules, seen));
}

export default defineConfig({
  plugins: [svelte(), svelteTesting()],
  worker: { format: 'es' },
  build: {
    target: 'es2022',
    // Fonts, scenes and the sprite stay files of their own: the page's policy allows no data: fonts.
    assetsInlineLimit: 0,
    // The fixtures page is for looking at boards without a server; only development has it.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // Texts carry their language in the name, as the rules do.
        chunkFileNames: ({ facadeModuleId }) => `assets/[name]${facadeModuleId?.match(/\/locales\/(\w+)\//)?.[1].replace(/^/, '.') ?? ''}-[hash].js`,
        codeSplitting: {
          // What the home page needs is one file, and what several boards share another: many small files compress worse and take longer to ask for.
          groups: [
            { name: (id, modules) => (atHome(id, modules) ? 'page' : null), test: /\.(ts|js|svelte)$/, priority: 2 },
            { name: 'boards', test: /src\/(parts|lib|art)\//, minShareCount: 2, priority: 1 },
            // What the analysis and the puzzles share.
            { name: 'decisions', test: /src\/study\//, minShareCount: 2, priority: 1 },
          ],
        },
      },
    },
  },
  server: {
    fs: { allow: ['..'] },
    proxy: { '/api': { target: backend, ws: true } },
  },
  test: {
    environment: 'happy-dom',
    include: ['src/**/*.test.ts'],
    setupFiles: ['src/testing/setup.ts'],
    testTimeout: 30_000,
    // The default leaves a core to whoever watches.
    maxWorkers: '100%',
  },
});
