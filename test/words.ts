/** Splits a text at white space: a list of names without quotes. */
export function words(text: TemplateStringsArray): string[] {
  return text.join('').trim().split(/\s+/);
}
