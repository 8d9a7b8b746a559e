// The seven wonders as we draw them, five pieces each, numbered as the stages are (docs/rules/architects.md 1.3). The canvas of a
// piece is 120 wide; the ground lies at 128 and everything grows upwards from there. A piece is its outline, which
// also serves while it is not built, and what is drawn upon it once it is built.

/** A stroke or a surface drawn upon a built piece. */
export interface Mark {
  d: string;
  /** A colour of the palette below. */
  fill?: Paint;
  line?: Paint;
  w?: number;
  o?: number;
}

/** Where the plate with cost and points is pinned: its middle, and for a plate beside its piece the end of the line to it. */
export interface Pin {
  x: number;
  y: number;
  /** Cost above points, for pieces that are narrow and tall. */
  tall?: boolean;
  to?: [number, number];
}

export interface Piece {
  d: string;
  body: Paint | 'stone';
  marks: Mark[];
  pin: Pin;
}

export interface Backdrop {
  sky: [string, string];
  /** Hills, sea and ground, back to front. */
  land: { d: string; fill: string; o?: number }[];
  sun?: { x: number; y: number };
}

export interface Drawing {
  back: Backdrop;
  /** Stages 1 to 5. */
  pieces: [Piece, Piece, Piece, Piece, Piece];
}

const paints = {
  light: '#FAEFD6',
  mid: '#DDBD88',
  shade: '#B0895A',
  dark: '#6E4F2E',
  deep: '#4A3420',
  fire: '#FFB84D',
  glow: '#FFF3C4',
  leaf: '#5C9A52',
  leaf2: '#3F7A45',
  leaf3: '#2F6A3D',
  water: '#4E9DB5',
  bronze: '#CE9550',
  bronze2: '#B9803F',
  bronze3: '#8E5E2A',
  ivory: '#FBF3E0',
  gilt: '#D9A43C',
  gilt2: '#F3C552',
  marble: '#F7F1EC',
  marble2: '#D9CBC6',
  marble3: '#A8918F',
  brick: '#D9A06A',
  brick2: '#B97A48',
} as const;

export type Paint = keyof typeof paints;

export const paint = (p: Paint): string => paints[p];

/** A rectangle, as a path. */
const box = (x: number, y: number, w: number, h: number) => `M${x} ${y}h${w}v${h}h${-w}z`;

/** A round arch that stands on the line y. */
const arch = (x: number, y: number, w: number, h: number) => `M${x} ${y}v${-(h - w / 2)}a${w / 2} ${w / 2} 0 0 1 ${w} 0v${h - w / 2}z`;

const disc = (x: number, y: number, r: number) => `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`;

/** The same shape n times, step apart. */
const row = (n: number, step: number, draw: (at: number) => string, from: number) => Array.from({ length: n }, (_, i) => draw(from + i * step)).join('');

/** Bushes along a terrace, in three greens. */
function bushes(from: number, to: number, y: number): Mark[] {
  const step = 6.2;
  const n = Math.floor((to - from) / step) + 1;
  const left = (from + to - (n - 1) * step) / 2;
  const greens: Paint[] = ['leaf2', 'leaf', 'leaf3'];
  return greens.map((fill, g) => ({
    fill,
    d: Array.from({ length: n }, (_, i) => i)
      .filter((i) => i % 3 === g)
      .map((i) => disc(left + i * step, y, 3.7))
      .join(''),
  }));
}

/** A fluted column with base and capital, middle at x. */
function column(x: number, top: number, foot: number, r: number): Mark[] {
  return [
    { fill: 'light', d: box(x - r, top, 2 * r, foot - top) },
    { fill: 'mid', d: box(x + r * 0.25, top, r * 0.75, foot - top) },
    { line: 'shade', w: 0.5, o: 0.7, d: `M${x - r * 0.4} ${top + 3}V${foot - 3}M${x + r * 0.15} ${top + 3}V${foot - 3}` },
    { fill: 'mid', d: box(x - r - 1.4, top, 2 * r + 2.8, 2.6) + box(x - r - 1.4, foot - 2.6, 2 * r + 2.8, 2.6) },
  ];
}

const sea = [
  { d: 'M-520 108h1160v60h-1160z', fill: '#2F7486' },
  { d: 'M-80 114q6 -3 12 0t12 0M-32 121q6 -3 12 0t12 0M14 133q6 -3 12 0t12 0M120 116q6 -3 12 0t12 0M150 126q6 -3 12 0t12 0M-62 130q6 -3 12 0t12 0M178 117q6 -3 12 0t12 0', fill: 'none', o: 0.5 },
];

const hills = (back: string, front: string, ground: string) => [
  { d: 'M-520 116h300q60 -24 120 -10t92 -6 84 -10 96 8 100 -8 88 14h280V170H-520z', fill: back },
  { d: 'M-520 124h300q80 -14 160 -4t150 -6 130 4 160 -6h260V170H-520z', fill: front },
  { d: 'M-520 128h1160v50h-1160z', fill: ground },
];

const alexandria: Drawing = {
  back: {
    sky: ['#6B6A9C', '#F4B98D'],
    land: [...sea, { d: 'M-14 128q10 -12 34 -14h80q24 2 34 14l8 8H-22z', fill: '#8E6C45' }],
  },
  pieces: [
    {
      d: 'M5 128 9 109H6v-6h108v6h-3l4 19z',
      body: 'stone',
      marks: [
        { fill: 'mid', d: 'M88 109h23l4 19H92z', o: 0.8 },
        { fill: 'shade', d: box(8, 109, 104, 1.6), o: 0.8 },
        { fill: 'dark', d: row(4, 10, (x) => arch(x, 128, 6, 11), 14) + row(4, 10, (x) => arch(x, 128, 6, 11), 70), o: 0.6 },
        { fill: 'deep', d: arch(55, 128, 10, 14), o: 0.7 },
      ],
      pin: { x: 60, y: 116 },
    },
    {
      d: 'M32 102 36 77H33v-5h54v5h-3l4 25z',
      body: 'stone',
      marks: [
        { fill: 'mid', d: 'M70 77h14l4 25H72z', o: 0.8 },
        { fill: 'shade', d: box(35.5, 77, 49, 1.4), o: 0.8 },
        { fill: 'dark', d: box(43, 84, 3.5, 6) + box(52, 84, 3.5, 6) + box(61, 84, 3.5, 6) + box(75, 84, 3.5, 6) + box(42, 94, 3.5, 6) + box(52, 94, 3.5, 6) + box(61, 94, 3.5, 6) + box(76, 94, 3.5, 6), o: 0.5 },
      ],
      pin: { x: 119, y: 88, to: [86, 88] },
    },
    {
      d: 'M41 71 44 49H41v-5h38v5h-3l3 22z',
      body: 'stone',
      marks: [
        { fill: 'mid', d: 'M66 49h10l3 22H68z', o: 0.85 },
        { fill: 'shade', d: box(43.5, 49, 33, 1.3), o: 0.8 },
        { line: 'shade', w: 0.7, o: 0.6, d: 'M53 50.5 52 71' },
        { fill: 'dark', d: arch(55, 62, 4, 8) + arch(46.5, 62, 3, 8) + arch(70.5, 62, 3, 8), o: 0.5 },
      ],
      pin: { x: 1, y: 58, to: [42.5, 59] },
    },
    {
      d: 'M48 43 50 25H47v-4h26v4h-3l2 18z',
      body: 'stone',
      marks: [
        { fill: 'mid', d: 'M63 25h7l2 18h-8z', o: 0.85 },
        { fill: 'shade', d: box(49.5, 25, 21, 1.2), o: 0.8 },
        { fill: 'dark', d: arch(58, 37, 4, 8), o: 0.5 },
      ],
      pin: { x: 119, y: 34, to: [71, 34] },
    },
    {
      d: 'M50 20v-8h-3L60 0l13 12h-3v8z',
      body: 'stone',
      marks: [
        { fill: 'glow', d: 'M60 15 190 -14V30zM60 15 -70 -8V26z', o: 0.4 },
        { fill: 'deep', d: box(52, 12, 16, 8) },
        { fill: 'fire', d: 'M60 20q-6 -2 -3.5 -6q1 1 1.5 -2.5q4 2 5 5q0 3 -3 3.5z' },
        { fill: 'mid', d: box(50, 12, 2.4, 8) + box(67.6, 12, 2.4, 8) },
        { fill: 'bronze3', d: 'M47 12 60 0l13 12z' },
        { fill: 'dark', d: 'M60 0 73 12h-9z', o: 0.5 },
      ],
      pin: { x: 8, y: 12, to: [50, 14] },
    },
  ],
};

const terrace = (x: number, y: number, w: number, h: number, arches: number): Mark[] => [
  { fill: 'brick2', d: box(x + w * 0.78, y, w * 0.22, h), o: 0.45 },
  { fill: 'light', d: box(x, y, w, 2.4), o: 0.8 },
  { fill: 'dark', d: row(arches, (w - 8) / arches, (a) => arch(a, y + h, 6, h - 7), x + 4 + ((w - 8) / arches - 6) / 2), o: 0.5 },
  { line: 'water', w: 1.3, o: 0.9, d: `M${x + w * 0.12} ${y + 2}v${h - 2}` },
  ...bushes(x + 2, x + w - 2, y - 0.5),
];

const palm = (x: number, y: number): Mark[] => [
  { line: 'dark', w: 1.5, d: `M${x} ${y}q1.5 -5 0 -9` },
  { line: 'leaf3', w: 1.7, d: `M${x} ${y - 9}q-5 -3 -7 2M${x} ${y - 9}q5 -3 7 2M${x} ${y - 9}q-3 -5 -6 -3M${x} ${y - 9}q3 -5 6 -3M${x} ${y - 9}v4` },
];

const gate = (x: number): Mark[] => [
  { fill: 'brick2', d: box(x + 22, 22, 8, 34), o: 0.45 },
  { fill: 'light', d: box(x, 22, 30, 2.4), o: 0.8 },
  { fill: 'dark', d: arch(x + 9, 56, 12, 20), o: 0.55 },
  { fill: 'dark', d: box(x + 5, 28, 4, 4) + box(x + 13, 28, 4, 4) + box(x + 21, 28, 4, 4), o: 0.4 },
  ...palm(x + 15, 22),
  ...bushes(x + 2, x + 28, 21.5),
];

const babylon: Drawing = {
  back: { sky: ['#A5CFAA', '#F6F1D4'], land: hills('#94B577', '#789D5E', '#6B9057'), sun: { x: 138, y: 18 } },
  pieces: [
    { d: box(2, 104, 116, 24), body: 'brick', marks: terrace(2, 104, 116, 24, 9), pin: { x: 60, y: 117 } },
    { d: box(14, 80, 92, 23), body: 'brick', marks: terrace(14, 80, 92, 23, 7), pin: { x: 60, y: 93 } },
    { d: box(24, 56, 72, 23), body: 'brick', marks: terrace(24, 56, 72, 23, 5), pin: { x: 60, y: 69 } },
    { d: 'M27 55V22h4v-4h5v4h4v-4h6v4h4v-4h5v4h2v33z', body: 'brick', marks: gate(27), pin: { x: 42, y: 36, tall: true } },
    { d: 'M63 55V22h2v-4h5v4h4v-4h6v4h4v-4h5v4h4v33z', body: 'brick', marks: gate(63), pin: { x: 78, y: 36, tall: true } },
  ],
};

/** Two columns of the temple with the dark between them. */
const bay = (x: number): Mark[] => [{ fill: 'dark', d: box(x + 3, 52, 26, 58), o: 0.75 }, ...column(x + 7, 52, 110, 4.4), ...column(x + 25, 52, 110, 4.4)];

const ephesos: Drawing = {
  back: { sky: ['#8FC3DA', '#EEF3E4'], land: hills('#A9BF8E', '#8FAA74', '#7F9A68'), sun: { x: 142, y: 18 } },
  pieces: [
    {
      d: 'M2 128v-6h5v-6h5v-5h96v5h5v6h5v6z',
      body: 'stone',
      marks: [{ fill: 'shade', d: box(2, 126.5, 116, 1.5) + box(7, 120.5, 106, 1.5) + box(12, 114.5, 96, 1.5), o: 0.55 }],
      pin: { x: 60, y: 119.5 },
    },
    { d: 'M8 110v-3h2V56H8v-4h32v4h-2v51h2v3z', body: 'stone', marks: bay(8), pin: { x: 24, y: 81, tall: true } },
    { d: 'M44 110v-3h2V56h-2v-4h32v4h-2v51h2v3z', body: 'stone', marks: bay(44), pin: { x: 60, y: 81, tall: true } },
    { d: 'M80 110v-3h2V56h-2v-4h32v4h-2v51h2v3z', body: 'stone', marks: bay(80), pin: { x: 96, y: 81, tall: true } },
    {
      d: 'M4 51v-9L60 10l56 32v9z',
      body: 'stone',
      marks: [
        { fill: 'shade', d: 'M19 40 60 16.5 101 40z', o: 0.75 },
        { fill: 'mid', d: box(4, 42, 112, 2.2) + box(4, 48.5, 112, 2.5) },
        { fill: 'light', d: disc(60, 31, 5.5) },
        { line: 'dark', w: 0.9, o: 0.7, d: disc(60, 31, 5.5) },
        { fill: 'light', d: 'M40 40q1 -6 4 -6t4 6zM72 40q1 -6 4 -6t4 6z' },
        { fill: 'mid', d: 'M57 11 60 4l3 7zM2 43v-6l5 3zM118 43v-6l-5 3z' },
      ],
      pin: { x: 60, y: 34 },
    },
  ],
};

/** Half the width of the pyramid at a height. */
const slope = (y: number) => 58 * ((y - 2) / 126);

function course(top: number, foot: number): Mark[] {
  const [a, b] = [slope(top), slope(foot)];
  const ridge = 0.3;
  const middle = (top + foot) / 2;
  const m = slope(middle);
  return [
    { fill: 'mid', d: `M${60 + a * ridge} ${top}L${60 + a} ${top} ${60 + b} ${foot}H${60 + b * ridge}z`, o: 0.95 },
    { line: 'shade', w: 0.6, o: 0.6, d: `M${60 - m} ${middle}H${60 + m}` },
    {
      line: 'shade',
      w: 0.6,
      o: 0.45,
      d: [0.2, 0.45, 0.7, 0.9].map((f, i) => (i % 2 ? `M${60 - m + 2 * m * f} ${middle}V${foot}` : `M${60 - a + 2 * a * f} ${top}V${middle}`)).join(''),
    },
  ];
}

const layer = (top: number, foot: number) => `M${60 - slope(foot)} ${foot} ${60 - slope(top)} ${top}H${60 + slope(top)}L${60 + slope(foot)} ${foot}z`;

const gizah: Drawing = {
  back: {
    sky: ['#EDBF7D', '#FCEFD2'],
    land: [
      { d: 'M-520 112h300q70 -12 150 -4t130 -8 140 6 180 -4h260V170H-520z', fill: '#E6C385' },
      { d: 'M112 118 140 78 168 118z', fill: '#DDB878' },
      { d: 'M140 78 168 118h-18z', fill: '#C79B5D' },
      { d: 'M-66 119 -46 90 -26 119z', fill: '#DDB878' },
      { d: 'M-46 90 -26 119h-13z', fill: '#C79B5D' },
      { d: 'M-520 120h300q90 -8 180 -2t160 -4 220 4h300V178H-520z', fill: '#CFA45E' },
    ],
    sun: { x: 150, y: 20 },
  },
  pieces: [
    { d: layer(105, 128), body: 'stone', marks: [...course(105, 128), { fill: 'deep', d: arch(30, 128, 5, 8), o: 0.6 }], pin: { x: 60, y: 117 } },
    { d: layer(81, 104), body: 'stone', marks: course(81, 104), pin: { x: 60, y: 93 } },
    { d: layer(57, 80), body: 'stone', marks: course(57, 80), pin: { x: 60, y: 69 } },
    { d: layer(33, 56), body: 'stone', marks: course(33, 56), pin: { x: 116, y: 45, to: [79, 45] } },
    { d: `M${60 - slope(32)} 32 60 2 ${60 + slope(32)} 32z`, body: 'stone', marks: [{ fill: 'mid', d: `M60 2 ${60 + slope(32)} 32H64z`, o: 0.95 }, { fill: 'ivory', d: 'M60 2 54.5 14h11z' }], pin: { x: 8, y: 20, to: [53, 20] } },
  ],
};

const colonnade = (x: number): Mark[] => [
  { fill: 'dark', d: box(x + 3, 44, 35, 38), o: 0.6 },
  ...[5, 15.5, 26, 36.5].flatMap((c): Mark[] => [
    { fill: 'marble', d: box(x + c - 2.6, 44, 5.2, 38) },
    { fill: 'marble2', d: box(x + c + 0.6, 44, 2, 38) },
    { fill: 'marble2', d: box(x + c - 3.6, 44, 7.2, 2.4) + box(x + c - 3.6, 79.6, 7.2, 2.4) },
  ]),
];

const halicarnassus: Drawing = {
  back: { sky: ['#CF95AA', '#FAE3CF'], land: hills('#B3C197', '#93A878', '#7F9566'), sun: { x: 142, y: 18 } },
  pieces: [
    {
      d: 'M4 128v-6h5v-6h5v-6h92v6h5v6h5v6z',
      body: 'marble',
      marks: [{ fill: 'marble3', d: box(4, 126.5, 112, 1.5) + box(9, 120.5, 102, 1.5) + box(14, 114.5, 92, 1.5), o: 0.5 }],
      pin: { x: 60, y: 119 },
    },
    {
      d: 'M17 109V86h-3v-4h92v4h-3v23z',
      body: 'marble',
      marks: [
        { fill: 'marble2', d: box(82, 86, 21, 23), o: 0.8 },
        { fill: 'marble3', d: box(17, 86, 86, 1.5), o: 0.6 },
        { fill: 'marble3', d: box(20, 91, 80, 9), o: 0.45 },
        { fill: 'marble', d: row(9, 8.6, (x) => `M${x} 100q0 -4 1.5 -5a2 2 0 1 1 2 0q1.5 1 1.5 5z`, 23) },
      ],
      pin: { x: 60, y: 96 },
    },
    { d: box(18, 44, 41, 37.5), body: 'marble', marks: colonnade(18), pin: { x: 38.5, y: 63, tall: true } },
    { d: box(61, 44, 41, 37.5), body: 'marble', marks: colonnade(61), pin: { x: 81.5, y: 63, tall: true } },
    {
      d: 'M14 43.5V38h10v-4.5h8V29h8v-4.5h8V20h24v4.5h8V29h8v4.5h8V38h10v5.5z',
      body: 'marble',
      marks: [
        { fill: 'marble2', d: 'M72 20v4.5h8V29h8v4.5h8V38h10v5.5H84L70 20z' },
        { fill: 'marble3', d: box(14, 42, 92, 1.5) + box(24, 36.7, 72, 1.3) + box(32, 32.2, 56, 1.3) + box(40, 27.7, 40, 1.3) + box(48, 23.2, 24, 1.3), o: 0.5 },
        { fill: 'dark', d: 'M50 20v-5l-2 -2 1.5 -4 3 2 1.5 9zM55.5 20v-6l-1.5 -2 2 -4 2.5 2.5 1 9.5zM64.5 20v-6l1.5 -2 -2 -4 -2.5 2.5 -1 9.5zM70 20v-5l2 -2 -1.5 -4 -3 2L66 20z' },
        { fill: 'dark', d: disc(60, 5.5, 2.1) + 'M57.5 16V9q2.5 -2 5 0v7z' },
      ],
      pin: { x: 60, y: 33 },
    },
  ],
};

const olympia: Drawing = {
  back: {
    sky: ['#C98F55', '#F6DDB0'],
    land: [
      ...[-172, -134, -96, -58, -20, 130, 168, 206, 244, 282].flatMap((x) => [
        { d: box(x, -20, 12, 150), fill: '#F0DBB2' },
        { d: box(x + 7.5, -20, 4.5, 150), fill: '#D0AB72' },
        { d: box(x - 2, 120, 16, 6), fill: '#D0AB72' },
      ]),
      { d: 'M-520 -20h1160v13h-1160z', fill: '#F6E6C4' },
      { d: 'M-520 -7h1160v2h-1160z', fill: '#B98E58' },
      { d: 'M-520 126h1160v50h-1160z', fill: '#A87F4C' },
      { d: 'M-520 134h1160v2h-1160z', fill: '#8E6838', o: 0.6 },
    ],
  },
  pieces: [
    {
      d: 'M12 128v-7h6v-4h3v-8h78v8h3v4h6v7z',
      body: 'stone',
      marks: [
        { fill: 'shade', d: box(12, 126.5, 96, 1.5) + box(18, 119.5, 84, 1.5), o: 0.6 },
        { fill: 'gilt', d: box(21, 109, 78, 2), o: 0.9 },
        { fill: 'mid', d: row(7, 11, (x) => box(x, 113, 7, 3), 24) },
      ],
      pin: { x: 60, y: 119 },
    },
    {
      d: 'M22 108V61h13v12h24v35z',
      body: 'bronze',
      marks: [
        { fill: 'bronze3', d: box(22, 66, 13, 2) + box(24, 70, 3, 36) + box(30, 70, 3, 36), o: 0.7 },
        { fill: 'ivory', d: 'M35 73h24v35H47q-2 -14 -6 -20t-6 -8z' },
        { fill: 'mid', d: 'M54 73h5v35h-4q1 -18 -1 -35z', o: 0.8 },
        { line: 'shade', w: 0.8, o: 0.7, d: 'M42 76q6 10 7 32M48 75q4 12 4 33' },
        { fill: 'mid', d: 'M44 108q0 -4 6 -4h5v4z' },
        { fill: 'gilt2', d: disc(28.5, 61, 4.2) },
      ],
      pin: { x: 40, y: 90, tall: true },
    },
    {
      d: 'M98 108V61H85v12H61v35z',
      body: 'bronze',
      marks: [
        { fill: 'bronze3', d: box(85, 66, 13, 2) + box(87, 70, 3, 36) + box(93, 70, 3, 36), o: 0.7 },
        { fill: 'ivory', d: 'M85 73H61v35h12q2 -14 6 -20t6 -8z' },
        { fill: 'mid', d: 'M85 73h-6q-5 12 -6 35h0q2 -14 6 -20t6 -8z', o: 0.8 },
        { line: 'shade', w: 0.8, o: 0.7, d: 'M78 76q-6 10 -7 32M72 75q-4 12 -4 33' },
        { fill: 'mid', d: 'M76 108q0 -4 -6 -4h-5v4z' },
        { fill: 'gilt2', d: disc(91.5, 61, 4.2) },
      ],
      pin: { x: 80, y: 90, tall: true },
    },
    {
      d: 'M36 72V60l-6 -3q2 -18 8 -22l12 -4q10 4 20 0l12 4q6 4 8 22l-6 3v12z',
      body: 'ivory',
      marks: [
        { fill: 'gilt', d: 'M38 72q-2 -10 4 -16q14 -8 26 -23l4 -1 8 3q-4 22 -26 30q-8 3 -10 7z' },
        { line: 'bronze3', w: 0.8, o: 0.6, d: 'M44 62q20 -8 30 -28M42 68q24 -8 36 -32' },
        { fill: 'mid', d: 'M76 36q6 3 8 24v12H68q10 -12 8 -36z', o: 0.55 },
        { line: 'shade', w: 0.9, o: 0.7, d: 'M50 44q5 4 10 1M36 60q2 -12 5 -16' },
        { line: 'gilt2', w: 1.8, d: 'M93 108V10' },
        { fill: 'gilt2', d: 'M93 2l4 6 -4 5 -4 -5z' },
      ],
      pin: { x: 60, y: 53 },
    },
    {
      d: 'M47 30q-5 -6 -4 -15q3 -11 17 -12q14 1 17 12q1 9 -4 15q-3 7 -13 10q-10 -3 -13 -10z',
      body: 'ivory',
      marks: [
        { fill: 'mid', d: 'M62 4q13 1 15 11q1 9 -4 15q-3 7 -13 10q9 -16 2 -36z', o: 0.5 },
        { fill: 'bronze2', d: 'M43 19q-1 -15 17 -16q18 1 17 16l-3 2q0 -9 -5 -11q-9 3 -18 0q-5 2 -5 11z' },
        { fill: 'bronze2', d: 'M46 21q3 6 8 5.5q3 -1.5 6 -.5q3 -1 6 .5q5 .5 8 -5.5q2 8 -3 11q-3 5 -11 8q-8 -3 -11 -8q-5 -3 -3 -11z' },
        { line: 'bronze3', w: 0.8, o: 0.8, d: 'M51 30q2 5 6 7M60 29v9M69 30q-2 5 -6 7M57 28.5q3 1.2 6 0' },
        { line: 'gilt2', w: 1.9, d: 'M44 14q7 -5 16 -5t16 5' },
        { fill: 'leaf2', d: 'M46 12l-3 -4 5 1zM52 9.5l-2 -5 4.5 3zM68 9.5l2 -5 -4.5 3zM74 12l3 -4 -5 1z' },
        { line: 'dark', w: 1, d: 'M52 17.5q2.5 -1.5 4.5 0M63.5 17.5q2.5 -1.5 4.5 0M60 17v6.5' },
      ],
      pin: { x: 10, y: 19, to: [43.5, 18] },
    },
  ],
};

const pedestal = (x: number): Mark[] => [
  { fill: 'mid', d: box(x + 25, 105, 9, 23), o: 0.8 },
  { fill: 'shade', d: box(x + 2, 105, 32, 1.5), o: 0.7 },
  { line: 'shade', w: 0.7, o: 0.6, d: `M${x + 2} 112.5h32M${x + 2} 120h32M${x + 12} 106v6.5M${x + 22} 112.5v7.5M${x + 12} 120v8` },
];

const rhodes: Drawing = {
  back: { sky: ['#66AEBD', '#F5EBCD'], land: sea, sun: { x: 144, y: 20 } },
  pieces: [
    { d: 'M8 128v-23H6v-5h36v5h-2v23z', body: 'stone', marks: pedestal(6), pin: { x: 24, y: 116 } },
    { d: 'M80 128v-23h-2v-5h36v5h-2v23z', body: 'stone', marks: pedestal(78), pin: { x: 96, y: 116 } },
    {
      d: 'M12 99q6 -4 9 -5Q33 76 42 65h36q9 11 21 29q3 1 9 5H88q-9 -8 -19 -15h-18q-10 7 -19 15z',
      body: 'bronze',
      marks: [
        { fill: 'bronze3', d: 'M66 65h12q9 11 21 29q3 1 9 5H88q-9 -8 -19 -15h-5q6 -8 2 -19z', o: 0.55 },
        { fill: 'gilt', d: 'M41 66h38l3 5q-22 8 -44 0z', o: 0.95 },
        { line: 'bronze3', w: 0.9, o: 0.7, d: 'M48 71v5M56 73v5M64 73v5M72 71v5M30 84q5 3 7 6M90 84q-5 3 -7 6' },
      ],
      pin: { x: 60, y: 82 },
    },
    {
      d: 'M44 64q-3 -12 -5 -20l-7 14 -8 -4q6 -18 14 -24q4 -3 11 -3h22q10 0 12 4q3 16 -7 33z',
      body: 'bronze',
      marks: [
        { fill: 'bronze3', d: 'M66 27h5q10 0 12 4q3 16 -7 33H64q8 -16 2 -37z', o: 0.55 },
        { line: 'bronze3', w: 1, o: 0.75, d: 'M60 31v28M46 42q7 5 13 1M61 43q7 4 13 -1M50 52h20M52 58h16' },
        { fill: 'gilt', d: 'M46 27q6 18 32 30l-2 6Q48 50 42 29z', o: 0.85 },
      ],
      pin: { x: 60, y: 47 },
    },
    {
      d: 'M51 26V14q1 -8 9 -8t9 8v12zM73 27 87 7l7 5 -10 20z',
      body: 'bronze',
      marks: [
        { fill: 'gilt2', d: 'M51 11 45 2l7 4 2 -8 4 6 2 -8 2 8 4 -6 2 8 7 -4 -6 9q-9 -6 -18 0z' },
        { fill: 'bronze3', d: 'M62 7q7 1 7 7v12h-6q3 -8 -1 -19zM90 9l4 3 -10 20 -4 -2z', o: 0.55 },
        { line: 'deep', w: 0.9, o: 0.75, d: 'M54.5 14.5q2 -1.2 3.5 0M62 14.5q2 -1.2 3.5 0M60 14v5.5h-1.5M57.5 22.5h5' },
        { fill: 'bronze3', d: 'M86 8h9l-2 -6h-5z' },
        { fill: 'fire', d: 'M90.5 3q-6 -3 -2.5 -8q1 1.5 1.5 -3q5 3 4.5 7t-3.5 4z' },
      ],
      pin: { x: 8, y: 18, to: [51, 18] },
    },
  ],
};

export const drawings: Record<string, Drawing> = { alexandria, babylon, ephesos, gizah, halicarnassus, olympia, rhodes };
