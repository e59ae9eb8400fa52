/** Entity names of printable ASCII in HTML; bars separate alternatives. */
const entities: Readonly<Record<string, string>> = {
  '!': 'excl',
  '"': 'quot',
  '#': 'num',
  $: 'dollar',
  '%': 'percnt',
  '&': 'amp',
  "'": 'apos',
  '(': 'lpar',
  ')': 'rpar',
  '*': 'ast|midast',
  '+': 'plus',
  ',': 'comma',
  '.': 'period',
  '/': 'sol',
  ':': 'colon',
  ';': 'semi',
  '<': 'lt',
  '=': 'equals',
  '>': 'gt',
  '?': 'quest',
  '@': 'commat',
  '[': 'lsqb|lbrack',
  '\\': 'bsol',
  ']': 'rsqb|rbrack',
  '^': 'Hat',
  _: 'lowbar|UnderBar',
  '`': 'grave|DiacriticalGrave',
  '{': 'lcub|lbrace',
  '|': 'verbar|vert|VerticalLine',
  '}': 'rcub|rbrace',
};
const urlSafe: Readonly<Record<string, string>> = { '+': '-', '/': '_' };
/** RFC 6901 §3. */
const inPointers: Readonly<Record<string, string>> = { '~': '~0', '/': '~1' };

/** A pattern of a character, as it is or escaped in any way. */
export function escapesOf(character: string): string {
  const code = character.charCodeAt(0);
  const hex = inHex(code);
  const forms = [
    literal(character),
    // A text may be escaped repeatedly; the bound keeps a long run of backslashes from taking quadratic time.
    `%(?:25){0,4}${hex}`,
    `\\\\{1,8}(?:(?:u00|x)${hex}|u\\{0{0,4}${hex}\\})`,
    // Reports in Markdown separate some of these from the next character.
    `&(?:amp;){0,4}#(?:0{0,8}${code}|x0{0,8}${hex});?(?:<!-- -->)?`,
  ];
  if (/\W/.test(character)) forms.push(`\\\\{1,8}${literal(character)}`);
  if (character === ' ') forms.push('\\+');
  // SARIF doubles braces; in a quoted shell string a quote closes the string and opens the next.
  if (/[{}]/.test(character)) forms.push(literal(character).repeat(2));
  if (character === "'") forms.push(`'\\\\''`);
  const entity = entities[character];
  if (entity) forms.push(`&(?:amp;){0,4}(?:${entity});`);
  for (const form of [urlSafe[character], inPointers[character]]) if (form) forms.push(form);
  return `(?:${forms.join('|')})`;
}

function literal(character: string): string {
  return /\w/.test(character) ? character : `\\x${character.charCodeAt(0).toString(16).padStart(2, '0')}`;
}

export function inHex(code: number): string {
  return code.toString(16).padStart(2, '0');
}

/** A pattern of the beginning of an escaped character, where a text was cut. */
export function cutEscapeOf(character: string): string {
  const code = character.charCodeAt(0);
  const hex = begun(inHex(code));
  const names = `amp|${entities[character] ?? ''}`.split('|').map(begun);
  return (
    `(?:%(?:25){0,4}(?:2|${hex})|\\\\{1,8}(?:u(?:0{0,2}|\\{0{0,4})|x)?${hex}|` +
    `&(?:amp;){0,4}(?:#0{0,8}${begun(String(code))}|#x0{0,8}${hex}|${names.join('|')}))`
  );
}

/** A pattern of any beginning of a word. */
function begun(word: string): string {
  return [...word].reduceRight((rest, character) => `(?:${character}${rest})?`, '');
}

/**
 * A short pattern that matches wherever a character can be, as it is or escaped, with more after it.
 *
 * @param rest a pattern of what follows the character; after an escape, anything can follow
 * @param between characters that can begin something else before it
 */
export function roughly(character: string, rest: string, between = ''): string {
  const itself = [character, urlSafe[character], character === ' ' && '+'].filter((each) => each).join('');
  const escapes = `%\\&${between}${inPointers[character] ? '~' : ''}${/[{}']/.test(character) ? character : ''}`;
  return `(?:${anyOf(itself)}${rest}|${anyOf(escapes)})`;
}

function anyOf(characters: string): string {
  return `[${[...characters].map(literal).join('')}]`;
}
