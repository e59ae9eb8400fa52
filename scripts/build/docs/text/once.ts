/**
 * A function of a text that keeps its results, for texts that are rendered or read on several pages.
 *
 * @param most number of results after which it starts again, so that a long-lived process does not grow
 */
export function once<Result>(work: (text: string) => Result, most = 5000): (text: string) => Result {
  const known = new Map<string, Result>();
  return (text) => {
    const kept = known.get(text);
    if (kept !== undefined) return kept;
    if (known.size > most) known.clear();
    const made = work(text);
    known.set(text, made);
    return made;
  };
}
