/** `get-badge` and `get_badge` as `getBadge`. */
export const camelCase = (words: string): string =>
  words.replace(/[-_](.)/g, (_, letter: string) => letter.toUpperCase());
