/** A piece of text in place of another. */
export interface Splice {
  from: number;
  to: number;
  text: string;
}

/** Puts all pieces into a text, with the line breaks of the text. */
export function spliced(text: string, splices: readonly Splice[]): string {
  return [...splices]
    .sort((one, other) => other.from - one.from)
    .reduce(
      (rest, { from, to, text: piece }) => rest.slice(0, from) + withBreaksOf(text, piece) + rest.slice(to),
      text,
    );
}

/** A piece with the line breaks of a text. */
export function withBreaksOf(text: string, piece: string): string {
  return text.includes('\r\n') ? piece.replaceAll('\n', '\r\n') : piece;
}
