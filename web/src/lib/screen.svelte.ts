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

  get phone() {
    return this.width < 1100;
  }
}

export const screen = new Screen();
