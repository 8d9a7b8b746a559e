import { svelte } from '@sveltejs/vite-plugin-svelte';
import { svelteTesting } from '@testing-library/svelte/vite';
import { defineConfig } from 'vitest/config';

// The Go server answers /api; in development it runs beside Vite.
const backend = process.env.MIRABILIA_SERVER ?? 'http://127.0.0.1:8080';

export default defineConfig({
  plugins: [svelte(), svelteTesting()],
  build: {
    target: 'es2022',
    // Fonts, scenes and the sprite stay files of their own: the page's policy allows no data: fonts.
    assetsInlineLimit: 0,
    // The fixtures page is for looking at boards without a server; only development has it.
    modulePreload: { polyfill: false },
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
  },
});
