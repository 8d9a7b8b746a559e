// Which of the two boards is looked at. The header, the board, the tabs and what moves all depend on it, and only one table is open at a time.

/** 0 means both, side by side. */
export type Shown = 0 | 1 | 2;

export const look = $state<{ board: Shown }>({ board: 0 });
