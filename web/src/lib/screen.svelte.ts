// How large the window is. Boards have two shapes: the desk and the phone; between, the phone's order in two columns.

class Screen {
  width = $state(innerWidth);
  height = $state(innerHeight);

  constructor() {
    addEventListener('resize', () => {
      this.width = innerWidth;
      this.height = innerHeight;
    });
  }

  /** The phone's order: also where a desk would be too narrow or too low for its columns. */
  get phone() {
    return this.width < 1280 || this.height < 720;
  }

  /** The phone's order in two columns: the board left, the strips right. */
  get wide() {
    return this.phone && this.width >= 700 && this.width > this.height;
  }
}

export const screen = new Screen();
