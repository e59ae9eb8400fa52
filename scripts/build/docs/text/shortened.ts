/** The beginning of a text on one line, up to the last whole word, with `…` where something was left out. */
export function shortened(text: string, most: number): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length <= most ? line : `${line.slice(0, most).replace(/\s+\S*$/, '')} …`;
}
