// Short notes at the edge of the screen, and what the live region says.

export interface Note {
  id: number;
  text: string;
  tone: 'plain' | 'bad' | 'good';
}

class Notes {
  list: Note[] = $state([]);
  /** The sentence for screen readers; a polite live region shows it. */
  said = $state('');
  private last = 0;
  private before = '';

  show(text: string, tone: Note['tone'] = 'plain', ms = 5000) {
    const id = ++this.last;
    // What is said again stands there once, for its full time.
    this.list = this.list.filter((n) => n.text !== text || n.tone !== tone);
    this.list.push({ id, text, tone });
    setTimeout(() => this.drop(id), ms);
  }

  drop(id: number) {
    this.list = this.list.filter((n) => n.id !== id);
  }

  say(text: string) {
    // The same sentence twice must still be read: a zero-width space makes it another.
    this.before = text === this.before ? text + '\u200b' : text;
    this.said = this.before;
  }
}

export const notes = new Notes();
