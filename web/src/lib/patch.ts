// Differences between two views, as the server sends them to a page that asked for them. A patch is an object with one
// entry for each member that changed: an object is a patch of the member, [v] says that it is v now, and 0 that it is
// gone. Arrays are patched by index, with "length" where it changed.

export type Patch = { [member: string]: Patch | [unknown] | 0 };

/**
 * Apply a patch and return the new value. What did not change is shared with the old value, which stays as it is: the board
 * has already drawn from it, and unchanged parts need not be drawn again. Throws when the patch does not fit.
 */
export function patched<T>(old: T, patch: Patch): T {
  if (typeof old !== 'object' || old === null) throw new Error('a patch of something that has no members');
  const list = Array.isArray(old);
  const next = (list ? old.slice() : { ...old }) as Record<string, unknown>;
  if (list && 'length' in patch) (next as unknown as unknown[]).length = (patch.length as [number])[0];
  for (const [member, change] of Object.entries(patch)) {
    if (list && member === 'length') continue;
    if (list && !(Number(member) < (next as unknown as unknown[]).length)) throw new Error(`a patch of element ${member}, which is not there`);
    if (change === 0) delete next[member];
    else if (Array.isArray(change)) next[member] = change[0];
    else if (change && typeof change === 'object') next[member] = patched(next[member], change);
    else throw new Error(`a patch that cannot be read: ${JSON.stringify(change)}`);
  }
  return next as T;
}
