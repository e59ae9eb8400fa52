/** A pattern for which no line has room, in parts that follow one another; its flags are those of the last one. */
export function longPattern(...parts: RegExp[]): RegExp {
  return new RegExp(parts.map(({ source }) => source).join(''), parts.at(-1)?.flags);
}
