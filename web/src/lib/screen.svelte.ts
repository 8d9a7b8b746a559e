// How large the window is. Boards have two shapes: the desk and the phone; between, the phone's order in two columns.

/** The smallest window in which a board is drawn as on a desk. */
export interface DeskSize {
  width: number;
  height: number;
}

const usual: DeskSize = { width: 1280, height: 720 };

class Screen {
  window: DeskSize = $state.raw({ width: innerWidth, height: innerHeight });
  /** A board that has only a part of the window is drawn as in a window of this size. */
  box: DeskSize | null = $state.raw(null);
  /** What the board that is shown asks of a desk, and the height that something under the board takes. */
  desk: DeskSize = $state.raw(usual);
  foot = $state(0);

  constructor() {
    addEventListener('resize', () => (this.window = { width: innerWidth, height: innerHeight }));
  }

  get width() {
    return (this.box ?? this.window).width;
  }

  get height() {
    return (this.box ?? this.window).height;
  }

  /** Make room for a board: boards that say nothing get the usual desk. */
  fit(desk: DeskSize = usual, foot = 0) {
    this.desk = desk;
    this.foot = foot;
  }

  /** The phone's order: also where a desk would be too narrow or too low for the board's columns. */
  get phone() {
    return this.width < this.desk.width || this.height - this.foot < this.desk.height;
  }

  /** The phone's order in two columns: the board left, the strips right. */
  get wide() {
    return this.phone && this.width >= 700 && this.width > this.height;
  }

  /** A phone on its side, or a desk at twice its size: two columns with hardly any height. */
  get low() {
    return this.wide && this.height < 500;
  }
}

export const screen = new Screen();
