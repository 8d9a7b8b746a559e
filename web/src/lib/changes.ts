// Changes of a whole that is always sent as a whole, such as the settings of a table.

/** Changes on their way. What is sent next holds them all: a second change that is made before the first has come back must not undo it. */
export class Changes<T extends object> {
  private underway: Partial<T>[] = [];

  /** Send the whole with a change. The promise of send is kept once the whole as it is known holds the change, or the change was refused. */
  async make(change: Partial<T>, known: T, send: (whole: T) => Promise<unknown>) {
    this.underway.push(change);
    try {
      await send(Object.assign({}, known, ...this.underway));
    } finally {
      this.underway = this.underway.filter((x) => x !== change);
    }
  }
}
