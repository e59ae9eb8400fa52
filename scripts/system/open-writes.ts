/** Each returns what must still be done by hand if the process ends now; undefined if nothing must. */
const watchers = new Set<() => string | undefined>();

/**
 * Has the last words of the command name writes that are not proven to be undone.
 *
 * @param left returns a sentence with the command that undoes them; undefined if none is open
 */
export function watchOpenWrites(left: () => string | undefined): void {
  watchers.add(left);
}

/** Sentences about writes that are not proven to be undone; empty if there are none. */
export function openWrites(): string[] {
  return [...watchers].flatMap((left) => left() ?? []);
}
