// A view as lines, whatever game it is of.

/** A line: a label, and a value or further lines under it. */
export interface Line {
  label: string;
  value?: string;
  lines?: Line[];
}

/** Fields that hold the number of a seat, by the habit of the games. */
const seatFields = ['seat', 'turn'];
/** Fields that say how the players stand, which is not shown at every table. */
const pointFields = ['score', 'scores', 'points'];

export interface Look {
  names: string[];
  /** The points so far may be shown. */
  points: boolean;
}

const words = (field: string) => field.replaceAll('_', ' ');
const plain = (v: unknown) => v === null || typeof v !== 'object';

function text(field: string, v: unknown, names: string[]): string {
  if (v === null || v === undefined) return '–';
  if (typeof v === 'number' && seatFields.includes(field)) return names[v] ?? String(v);
  return typeof v === 'boolean' ? (v ? '✓' : '–') : String(v);
}

/** The lines of an object. Lists as long as the table that hold objects are taken to be the seats'. */
export function linesOf(view: unknown, look: Look): Line[] {
  if (plain(view)) return [];
  return Object.entries(view as Record<string, unknown>)
    .filter(([field]) => look.points || !pointFields.includes(field))
    .map(([field, v]) => {
      const label = words(field);
      if (plain(v)) return { label, value: text(field, v, look.names) };
      if (!Array.isArray(v)) return { label, lines: linesOf(v, look) };
      if (v.every(plain)) return { label, value: v.map((x) => text(field, x, look.names)).join(', ') || '–' };
      return { label, lines: v.map((x, i) => ({ label: v.length === look.names.length ? look.names[i] : String(i + 1), lines: linesOf(x, look) })) };
    });
}
