import { isObject, type Json, parseJson } from '../../../contract/json.js';
import { isJson } from '../../../contract/json-success.js';
import { encodePart } from '../../../contract/path-template.js';
import { cookieName, cookieValue } from '../near-key.js';

/** The facts about a parameter, or about a field of a form, that decide how its values are written. */
export interface ParameterForm {
  name: string;
  in: 'path' | 'query' | 'header' | 'cookie' | 'form';
  /** The style that the document names. By default it is `simple` in paths and headers, and `form` elsewhere. */
  style?: string;
  /** Whether the parts of a value are written one by one; by default, only with the style `form`. */
  explode?: boolean;
  allowReserved?: boolean;
  /** The media type of a value that the document describes with `content`. */
  media?: string;
  /** The kind of value, if its text may be JSON: `json` for any value that the document describes with `content`. */
  kind?: 'array' | 'object' | 'json';
}

/** The styles that each place allows, the default first (OpenAPI 3.1 §4.8.12.2). */
const stylesByPlace: Readonly<Record<ParameterForm['in'], readonly string[]>> = {
  path: ['simple', 'label', 'matrix'],
  header: ['simple'],
  cookie: ['form'],
  query: ['form', 'spaceDelimited', 'pipeDelimited', 'deepObject'],
  form: ['form', 'spaceDelimited', 'pipeDelimited', 'deepObject'],
};

/** The text before a value, between its exploded parts, and after the name of an empty value (RFC 6570 §A). */
const forms = {
  simple: { first: '', separator: ',', isNamed: false, ifEmpty: '=' },
  label: { first: '.', separator: '.', isNamed: false, ifEmpty: '=' },
  matrix: { first: ';', separator: ';', isNamed: true, ifEmpty: '' },
  form: { first: '', separator: '&', isNamed: true, ifEmpty: '=' },
} as const;

/** Characters between the parts of a value that is not exploded. */
const delimiters: Readonly<Record<string, string>> = { spaceDelimited: ' ', pipeDelimited: '|' };

/**
 * Writes a value as the style of its parameter says (OpenAPI 3.1 §4.8.12.6, RFC 6570): as a part of a path, as pairs of
 * a query, a form or a `Cookie` header, or as the value of a header. Returns undefined for a value that no style can
 * write: null, and an array or object without parts.
 */
export function writeParameter(parameter: ParameterForm, value: Json): string | undefined {
  const { name, in: place, media } = parameter;
  if (media !== undefined)
    return writePlain({ name, in: place }, isJson(media) ? JSON.stringify(value) : textOf(value));
  if (typeof value !== 'object') return writePlain(parameter, textOf(value));
  const parts = Object.entries(value ?? {}).filter(([, part]) => part !== null);
  if (parts.length === 0) return undefined;
  const style = styleOf(parameter);
  const { first, separator, isNamed, ifEmpty } = formOf(style);
  const delimiter = delimiters[style] ?? ',';
  const [encodeName, encode] = encodersOf(parameter, delimiter);
  const pair = (key: string, text: string): string => encodeName(key) + (text === '' ? ifEmpty : `=${text}`);
  if (style === 'deepObject')
    return [...deepParts(name, value)].map(([key, part]) => pair(key, encode(part))).join('&');
  if (parameter.explode ?? style === 'form') {
    const texts = parts.map(([key, part]) => {
      const text = encode(textOf(part as Json));
      return Array.isArray(value) ? (isNamed ? pair(name, text) : text) : pair(key, text);
    });
    // A Cookie header has no other delimiter between pairs (RFC 6265 §4.2.1).
    return first + texts.join(place === 'cookie' ? '; ' : separator);
  }
  const texts = parts.flatMap(([key, part]) => [...(Array.isArray(value) ? [] : [key]), textOf(part as Json)]);
  const list = texts.map(encode).join(place === 'header' || place === 'cookie' ? ',' : encodeDelimiter(delimiter));
  return first + (isNamed ? pair(name, list) : list);
}

function writePlain(parameter: ParameterForm, text: string): string {
  const { first, isNamed, ifEmpty } = formOf(styleOf(parameter));
  const [encodeName, encode] = encodersOf(parameter);
  if (!isNamed) return first + encode(text);
  return `${first}${encodeName(parameter.name)}${text === '' ? ifEmpty : `=${encode(text)}`}`;
}

function styleOf({ in: place, style = '' }: ParameterForm): string {
  const styles = stylesByPlace[place];
  return styles.includes(style) ? style : (styles[0] ?? '');
}

function formOf(style: string): (typeof forms)[keyof typeof forms] {
  return Object.hasOwn(forms, style) ? forms[style as keyof typeof forms] : forms.form;
}

type Encode = (text: string) => string;

/** Reserved characters that a query may contain, except the delimiters of its pairs (RFC 3986 §3.4). */
const reservedCodePattern = /%(?:3A|2F|3F|40|21|24|27|28|29|2A|2C|3B)/g;

/** @param delimiter the character between parts, which stays encoded within each part */
function encodersOf({ in: place, allowReserved }: ParameterForm, delimiter?: string): [name: Encode, value: Encode] {
  // Headers are not percent-encoded (OpenAPI 3.1.1, Appendix D).
  if (place === 'header') return [String, String];
  if (place === 'cookie') return [cookieName, cookieValue];
  const encode: Encode = (text) => (place === 'form' ? encodePart(text).replaceAll('%20', '+') : encodePart(text));
  if (!allowReserved || place === 'path') return [encode, encode];
  const keepReserved = (code: string): string => {
    const character = decodeURIComponent(code);
    return character === delimiter ? code : character;
  };
  return [encode, (text) => encode(text).replace(reservedCodePattern, keepReserved)];
}

/** Returns a delimiter as a query contains it. RFC 6570 allows a comma; a space and `|` are encoded (RFC 3986 §3.4). */
function encodeDelimiter(delimiter: string): string {
  return delimiter === ',' ? delimiter : encodePart(delimiter);
}

/** Yields nested parts with a pair of brackets each, as parsers such as qs read them. No standard defines this. */
function* deepParts(key: string, value: unknown): Iterable<[key: string, text: string]> {
  if (typeof value !== 'object') yield [key, textOf(value as Json)];
  else for (const [name, part] of Object.entries(value ?? {})) yield* deepParts(`${key}[${name}]`, part);
}

/** Returns the text of a part. A part that has parts itself is written as JSON, since RFC 6570 has no form for it. */
function textOf(value: Json): string {
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/**
 * Reads the value of a parameter from a string, which is JSON if the value has parts.
 *
 * @param separator divides array items in text that a person wrote; without it, text other than JSON is one item
 */
export function readValue({ kind }: ParameterForm, text: string, separator?: string): Json {
  if (kind === undefined) return text;
  const value = parseJson(text) as Json | undefined;
  if (kind === 'array' ? Array.isArray(value) : kind === 'object' ? isObject(value) : value !== undefined)
    return value as Json;
  return kind === 'array' ? (separator === undefined ? [text] : text.split(separator)) : text;
}

/** Returns the text from which `readValue` reads a value. */
export function valueText(value: Json): string {
  return textOf(value);
}

/** Whether a name in a query belongs to a parameter, as `where[room]` does to `where`. Letter case does not count. */
export function isNameOf({ name, style }: ParameterForm, nameInQuery: string): boolean {
  const [ownName, sentName] = [name.toLowerCase(), nameInQuery.toLowerCase()];
  return ownName === sentName || (style === 'deepObject' && sentName.startsWith(`${ownName}[`));
}
