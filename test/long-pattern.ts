/** Joins the parts of a pattern that is too long for one line. The flags of the last part apply. */
export function longPattern(...parts: RegExp[]): RegExp {
  return new RegExp(parts.map(({ source }) => source).join(''), parts.at(-1)?.flags);
}
