/** The words of a text, between white space: a list of names that need no quotes. */
export function words(text: TemplateStringsArray): string[] {
  return text.join('').trim().split(/\s+/);
}
