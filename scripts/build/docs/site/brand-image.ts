import { readBytes } from '../../../files/json-file.js';
import { sanitizeLine } from '../../../text/escape.js';
import { UsageError } from '../../../text/usage-error.js';

export interface BrandFile {
  readonly path: string;
  readonly text: string | Uint8Array;
}

/** The beginning of a file of each format. Before its element, an SVG can have comments and the like. */
const starts = {
  SVG: /^(?:\xef\xbb\xbf)?(?:\s|<\?[^>]*>|<!--(?:(?!-->).)*-->|<!DOCTYPE[^[>]*(?:\[[^\]]*\]\s*)?>)*<svg[\s>]/is,
  PNG: /^\x89PNG\r\n\x1a\n/,
  ICO: /^\0\0\x01\0/,
};

/** Parts that an SVG must not have. A page shows only its picture, but people can also open the file itself. */
const unsafeParts = {
  'a script, which would run if somebody opened the file':
    /<(?:[\w.-]+:)?script\b|\son\w+\s*=\s*["']|attributeName\s*=\s*["']\s*(?:\w+:)?(?:on|href|&)/i,
  'HTML, XSLT, entities or another encoding, which could hide a script':
    /foreignObject|1999\/(?:xhtml|xsl)|<!(?:ENTITY|ATTLIST)|encoding\s*=\s*["'](?!utf-8|us-ascii)/i,
  // Addresses that begin with "#" lead to a part of the same file. A picture or a font can be in its address.
  'a reference to another file or address, but the docs load nothing from elsewhere':
    /@import|(?:(?:href|src)\s*=|url\()\s*(?:(?:["']|&quot;)\s*)?(?!["'\s#]|&quot;|data:(?![^,]*ml))|\\[0-9a-f]/i,
};

/** The image of an option, if given. @throws UsageError for a file that does not suit, without quoting its content */
export function readImage(option: string, path: string | undefined, formats: (keyof typeof starts)[]): BrandFile[] {
  if (path === undefined) return [];
  const bytes = readBytes(path, `a ${option}`, 200_000);
  // One character for each byte: the patterns need no others.
  const text = Buffer.from(bytes).toString('latin1');
  const format = formats.find((each) => starts[each].test(text));
  const name = `The ${option} ${sanitizeLine(path)}`;
  if (format === undefined) throw new UsageError(`${name} is not an image in ${formats.join(' or ')}. Choose another.`);
  const readText = text.replace(/&#(x?)([0-9a-f]+);/gi, decodeReference);
  const [unsafePart] =
    Object.entries(unsafeParts).find(([, pattern]) => format === 'SVG' && pattern.test(readText)) ?? [];
  if (unsafePart !== undefined) throw new UsageError(`${name} contains ${unsafePart}. Remove it, or use a PNG.`);
  return [{ path: `${option}.${format.toLowerCase()}`, text: bytes }];
}

/** Returns the character of a reference such as `&#104;` or `&#x68;`, as XML reads it. */
function decodeReference(reference: string, prefix: string, digits: string): string {
  const codePoint = Number.parseInt(digits, prefix === '' ? 10 : 16);
  return codePoint <= 0x10ffff ? String.fromCodePoint(codePoint) : reference;
}
