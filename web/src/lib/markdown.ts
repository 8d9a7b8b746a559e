// Rules texts: a small part of Markdown, read into blocks that Rules.svelte draws. No HTML passes through.

export type Inline = { text: string; strong?: boolean; em?: boolean; icon?: string; href?: string };

export type Block =
  | { kind: 'h'; level: number; id: string; text: string }
  | { kind: 'p'; of: Inline[] }
  | { kind: 'ul' | 'ol'; items: Inline[][] }
  | { kind: 'table'; head: Inline[][]; rows: Inline[][][] };

/** `**strong**`, `*em*`, `[text](#place)` and `:icon:` signs. */
export function inline(text: string): Inline[] {
  const list: Inline[] = [];
  const form = /\*\*(.+?)\*\*|\*(.+?)\*|\[(.+?)\]\((.+?)\)|:([a-z][a-z0-9-]*):/g;
  let at = 0;
  for (const m of text.matchAll(form)) {
    if (m.index > at) list.push({ text: text.slice(at, m.index) });
    if (m[1]) list.push({ text: m[1], strong: true });
    else if (m[2]) list.push({ text: m[2], em: true });
    else if (m[3]) list.push({ text: m[3], href: m[4] });
    else list.push({ text: '', icon: m[5] });
    at = m.index + m[0].length;
  }
  if (at < text.length) list.push({ text: text.slice(at) });
  return list;
}

const cells = (line: string) =>
  line
    .replace(/^\||\|$/g, '')
    .split('|')
    .map((c) => inline(c.trim()));

export function parse(source: string): Block[] {
  const blocks: Block[] = [];
  const lines = source.split('\n');
  for (let i = 0; i < lines.length; ) {
    const line = lines[i];
    const h = /^(#{1,4}) (.+?)(?: \{#([a-z0-9-]+)\})?$/.exec(line);
    if (h) {
      blocks.push({ kind: 'h', level: h[1].length, text: h[2], id: h[3] ?? h[2].toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '-') });
      i++;
    } else if (/^(- |\d+\. )/.test(line)) {
      const kind = line.startsWith('- ') ? 'ul' : 'ol';
      const items: Inline[][] = [];
      for (; i < lines.length && /^(- |\d+\. |  )/.test(lines[i]); i++) {
        const text = lines[i].replace(/^(- |\d+\. |  +)/, '');
        if (lines[i].startsWith('  ') && items.length) items[items.length - 1].push(...inline(' ' + text));
        else items.push(inline(text));
      }
      blocks.push({ kind, items });
    } else if (line.startsWith('|')) {
      const head = cells(line);
      const rows: Inline[][][] = [];
      for (i += 2; i < lines.length && lines[i].startsWith('|'); i++) rows.push(cells(lines[i]));
      blocks.push({ kind: 'table', head, rows });
    } else if (line.trim() === '') {
      i++;
    } else {
      const words: string[] = [];
      for (; i < lines.length && lines[i].trim() !== '' && !/^(#{1,4} |- |\d+\. |\|)/.test(lines[i]); i++) words.push(lines[i].trim());
      blocks.push({ kind: 'p', of: inline(words.join(' ')) });
    }
  }
  return blocks;
}

/** The words of a block, for searching. */
export function plain(b: Block): string {
  const flat = (list: Inline[]) => list.map((x) => x.text).join('');
  switch (b.kind) {
    case 'h':
      return b.text;
    case 'p':
      return flat(b.of);
    case 'table':
      return [b.head, ...b.rows].flat().map(flat).join(' ');
    default:
      return b.items.map(flat).join(' ');
  }
}
