/** Splits a text at white space, for lists of names without quotes. */
export function words(text: TemplateStringsArray): string[] {
  return text.join('').trim().split(/\s+/);
}
