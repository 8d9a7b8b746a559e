// How much of the engine has been fetched, from 0 to 1, for the note that says so.

class Fetching {
  part = $state(0);
}

export const fetching = new Fetching();
