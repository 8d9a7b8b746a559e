// Whether boards show the points so far. They are public, but counting them is part of the game: players who want to count can
// switch them off, and a rated table shows none until it is over.

export const points = $state({ shown: true });
