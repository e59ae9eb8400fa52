/** A text as a string literal in a script, which is shorter than JSON for a text that has many quotation marks. */
export function inScript(text: string): string {
  return `'${text.replace(/[\\'\n\r\u2028\u2029<]/g, escaped)}'`;
}

function escaped(character: string): string {
  if (/[\\']/.test(character)) return `\\${character}`;
  // A browser would take `<!--` and `</script` in a page as more than text.
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
