// A table played over the API: every seat is a person of ours, so that a recorded game can be brought to any of its moments.

const names = ['Anna', 'Béla', 'Krisztina', 'Dániel', 'Maximilián', 'Fanni', 'Gergő'];

class Person {
  static async enter(url, name) {
    const p = new Person();
    p.url = url;
    const answer = await fetch(`${url}/api/session`, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ name }) });
    if (!answer.ok) throw new Error(`${name} cannot enter: ${await answer.text()}`);
    p.cookie = answer.headers.getSetCookie()[0].split(';')[0];
    return p;
  }

  async ask(path, body) {
    const answer = await fetch(`${this.url}/api${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { Cookie: this.cookie, ...(body ? { 'Content-Type': 'application/json' } : {}) },
      body: body && JSON.stringify(body),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${path}: ${text}`);
    return text ? JSON.parse(text) : null;
  }

  /** The session's cookie as a browser context wants it. */
  get forBrowser() {
    const at = this.cookie.indexOf('=');
    return { name: this.cookie.slice(0, at), value: this.cookie.slice(at + 1), url: this.url };
  }
}

export class Table {
  /** Everybody sits down, and the game is dealt. */
  static async deal(server, { game, seats, options = {}, clock = { kind: 'none' } }) {
    const t = new Table();
    t.people = [];
    for (let i = 0; i < seats; i++) t.people.push(await Person.enter(server.url, names[i]));
    const made = await t.people[0].ask('/tables', { game, seats, options, clock, public: true, rated: false, seat: 0, bots: [] });
    t.id = made.table.id;
    t.sent = 0;
    t.followed = 0;
    for (let i = 1; i < seats; i++) await t.command(i, 'join', { seat: i });
    await t.command(0, 'start');
    return t;
  }

  command(seat, type, data = {}) {
    return this.people[seat].ask(`/tables/${this.id}/commands`, { id: `m${++this.sent}`, type, data });
  }

  /** The frame of a seat, with its view and its legal moves. */
  async look(seat) {
    return (await this.people[seat].ask(`/tables/${this.id}`)).game;
  }

  play(seat, move) {
    return this.command(seat, 'move', { move });
  }

  /** Go on with a recorded game up to one of its moves, or to its end. */
  async follow({ moves }, at = moves.length) {
    for (; this.followed < at; this.followed++) {
      const [seat, ...move] = moves[this.followed].split(' ');
      await this.play(Number(seat), move.join(' '));
    }
  }

  /** A table at a moment of a recorded game. */
  static async at(server, record, moment) {
    const t = await Table.deal(server, record);
    await t.follow(record, record.stops.find((s) => s.moment === moment).at);
    return t;
  }
}
