/** Turns `get-badge` and `get_badge` into `getBadge`. */
export const toCamelCase = (words: string): string =>
  words.replace(/[-_](.)/g, (_, letter: string) => letter.toUpperCase());
