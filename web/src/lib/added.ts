// Passkeys that this browser has made or told of: of others it tells that they were added.

const shelf = 'mirabilia-passkeys';

function known(): string[] {
  try {
    return JSON.parse(localStorage.getItem(shelf) ?? '[]');
  } catch {
    return [];
  }
}

export const isKnown = (id: string) => known().includes(id);

/** Tell no more of these. */
export function know(ids: string[]) {
  try {
    localStorage.setItem(shelf, JSON.stringify([...new Set([...known(), ...ids])].slice(-50)));
  } catch {
    // Without storage it is told again.
  }
}
