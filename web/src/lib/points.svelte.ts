// Whether boards tell the points so far. They are open knowledge, but counting them is part of the game: who wants to count alone can
// switch them off, and a rated table shows none until it is over.

export const points = $state({ shown: true });
