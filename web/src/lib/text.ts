// Filling of texts, the same way package locales does it in Go: {what} is the argument of that name,
// {n:coin|coins} picks the word by n, {a:what} is the argument with the Hungarian definite article,
// and {roman:n} is n in Roman numerals (ages I to III).

export type Args = Record<string, string | number>;

const roman = ['', 'I', 'II', 'III'];

export function fill(text: string, args: Args = {}): string {
  return text.replace(/\{([^{}]*)\}/g, (_, placeholder: string) => {
    const cut = placeholder.indexOf(':');
    if (cut < 0) return String(args[placeholder] ?? '');
    const name = placeholder.slice(0, cut);
    const form = placeholder.slice(cut + 1);
    if (name === 'a') return `${article(String(args[form] ?? ''))} ${args[form] ?? ''}`;
    if (name === 'roman') return roman[Number(args[form])] ?? String(args[form] ?? '');
    const [one, other = ''] = form.split('|');
    return Math.abs(Number(args[name])) === 1 ? one : other;
  });
}

/** The Hungarian definite article for a word: az before a vowel, a before a consonant. */
export function article(word: string): 'a' | 'az' {
  // The first sign may be the mark that log.ts puts before a name.
  return /^\u0001?[aáeéiíoóöőuúüű]/i.test(word) ? 'az' : 'a';
}

/** A difference with its sign. */
export function signed(n: number): string {
  return n > 0 ? `+${n}` : n < 0 ? `−${-n}` : '0';
}
