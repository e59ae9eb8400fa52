import { type Arbitrary, sample, stringMatching } from 'fast-check';
import { patternOf } from '../../contract/pattern.js';
import { matchesPattern } from './fits.js';
import { formatOf } from './formats.js';
import type { Shape, ValueContext } from './shape.js';
import { hashOf, rotate, tokenOf, wordsOf } from './token.js';

/** Maximum length of a string. Longer ones are not sent, even if a schema requires them. */
const maxTextLength = 20_000;

/** Strings of 55 to 80 characters reveal whether a server truncates. The schema may require other lengths. */
const usualTextLength = { shortest: 55, longest: 80 };

/**
 * Yields plain and recognisable strings for a string of this shape and name. The caller must test them: the length,
 * format or patterns of the schema may forbid some. Yields no plain strings if the values come from a set with no known
 * member (`x-known-values` is empty).
 */
export function* textsFor(shape: Shape, name: string, context: ValueContext): Iterable<string> {
  const hash = hashOf(name, context.salt);
  const { patterns, 'x-known-values': knownValues } = shape;
  if (knownValues && knownValues.length > 0) return yield* rotate(knownValues, hash);
  if (shape.format === 'uuid' || isReference(name)) yield* rotate(context.references(name), hash);
  const formatTexts = formatOf(shape.format)?.make(name, hash);
  if (context.isForDocs) yield* formatTexts?.slice(1) ?? readableTexts(name, hash);
  if (formatTexts) yield* formatTexts;
  else if (knownValues === undefined || patterns.length > 0) yield* textsForName(name, hash, shape);
  for (const pattern of patterns) yield* textsMatching(pattern, hash);
}

/** Maximum length of strings to test against a pattern, since some patterns take very long to reject longer ones. */
const maxMatchedLength = 120;

/** Matches look-arounds and word boundaries. fast-check cannot use them, but many of its strings match anyway. */
const assertionPattern = /\(\?<?[=!](?:[^()\\]|\\.|\((?:[^()\\]|\\.)*\))*\)|\\b/g;

const arbitraries = new Map<string, Arbitrary<string> | undefined>();

/** Returns strings that match a pattern: first those of letters, digits and punctuation, which no server trims. */
function textsMatching(pattern: string, hash: number): string[] {
  if (!arbitraries.has(pattern)) arbitraries.set(pattern, arbitraryOf(pattern));
  const arbitrary = arbitraries.get(pattern);
  const isPlain = (text: string): boolean => /^[\w.:/+-]+$/.test(text);
  return (arbitrary ? sample(arbitrary, { seed: hash, numRuns: 12 }) : [])
    .filter((text) => text.length <= maxMatchedLength && matchesPattern(pattern, text) === true)
    .sort((a, b) => Number(isPlain(b)) - Number(isPlain(a)));
}

/** Returns each alternative of the first group of alternatives in a pattern, with a string that contains it. */
export function textsOfBranches(pattern: string, hash: number): (readonly [alternative: string, text: string])[] {
  const [group, alternatives = ''] = /\((?:\?:)?([^()[\]\\]+\|[^()[\]\\]+)\)(?![*?{])/.exec(pattern) ?? [];
  if (group === undefined) return [];
  return alternatives.split('|').flatMap((each) => {
    const [text] = textsMatching(pattern.replace(group, `(?:${each})`), hash);
    return text === undefined ? [] : [[each, text] as const];
  });
}

function arbitraryOf(pattern: string): Arbitrary<string> | undefined {
  const expression = patternOf(`^(?:${pattern.replace(assertionPattern, '')})$`);
  try {
    return expression && stringMatching(expression, { size: 'small' });
  } catch {
    // fast-check does not support everything that a pattern may contain, such as references to groups.
    return undefined;
  }
}

/** Whether a field of this name holds the id of another resource: `tier_id` does, but not `id` or an external id. */
export function isReference(name: string): boolean {
  const words = wordsOf(name);
  return words.length > 1 && /^ids?$/.test(words.at(-1) ?? '') && !words.includes('external');
}

/** Returns the ids to which a numeric property of this name may refer: the known ids that are numbers. */
export function numericReferences(name: string, context: ValueContext): number[] {
  const ids = isReference(name) ? context.references(name) : [];
  return ids.filter((id) => /^\d{1,15}$/.test(id)).map(Number);
}

type TextKind = 'colour' | 'email' | 'uri' | 'phone' | 'slug' | 'prose';

/** Returns the kind of text that a name implies, if the schema does not state it. */
export function textKindOf(name: string): TextKind {
  const words = wordsOf(name);
  const lastWord = words.at(-1) ?? '';
  if (/^colou?r$/.test(lastWord)) return 'colour';
  if (/^e?mail$/.test(lastWord) || words.slice(-2).join('') === 'emailaddress') return 'email';
  if (/^(?:url|uri|href|link|website|file|image|icon|logo|avatar|photo)$/.test(lastWord)) return 'uri';
  if (/^(?:phone|telephone|fax)$/.test(lastWord)) return 'phone';
  return /^(?:slug|code|id|identifier|key|sku|handle|username|login|tag|reference)$/.test(lastWord) ? 'slug' : 'prose';
}

/** Yields strings that suit the name, and then shorter and simpler ones for schemas that allow none of these. */
function* textsForName(name: string, hash: number, shape: Shape): Iterable<string> {
  const kind = textKindOf(name);
  if (kind === 'colour') yield hashOf(hash, kind).toString(16).padStart(6, '0').slice(-6);
  if (kind === 'email' || kind === 'uri') yield* formatOf(kind)?.make(name, hash) ?? [];
  if (kind === 'phone') yield `+12025550${String(100 + (hash % 100))}`;
  // Some patterns take very long to reject a long word.
  const words = shape.patterns.length > 0 ? [] : wordsOf(name);
  if (kind === 'slug') yield* slugs(words, hash);
  const prose = plainText(name, hash, shape.minLength ?? 0, shape.maxLength ?? Infinity);
  if (prose !== undefined) yield prose;
  yield* slugs(words, hash);
  yield tokenOf(hash);
  yield tokenOf(hash).slice(0, 2).toUpperCase();
  yield tokenOf(hash).charAt(0).toUpperCase();
}

/** Yields short strings that contain the name of their field: `Created by 417`. */
function* readableTexts(name: string, hash: number): Iterable<string> {
  const kind = textKindOf(name);
  const words = wordsOf(name);
  const number = 100 + (hash % 900);
  if (kind === 'slug') yield `${words.join('-')}-${number}`;
  const text = `${words.join(' ')} ${number}`;
  if (kind === 'prose') yield text.charAt(0).toUpperCase() + text.slice(1);
}

function* slugs(words: readonly string[], hash: number): Iterable<string> {
  const titleCase = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('-');
  if (titleCase !== '') yield `Check-${titleCase.slice(0, 27).replace(/-$/, '')}-${tokenOf(hash)}`;
  yield `Check-${tokenOf(hash)}`;
}

const filler = 'Plain Words of Upper and lower Case, kept as They are, Each in its Place,';

/** Returns text of an allowed length without leading, trailing or double white space; undefined if there is none. */
export function plainText(name: string, hash: number, minimum: number, maximum: number): string | undefined {
  if (minimum > maxTextLength || maximum < minimum) return undefined;
  const token = tokenOf(hash);
  const { shortest, longest } = usualTextLength;
  const length = Math.max(minimum, Math.min(maximum, shortest + (hash % (longest - shortest + 1))));
  const words = name.normalize('NFC').replace(/[^A-Za-z0-9_-]+/g, ' ');
  const label = words.trim().slice(0, 30).trim() || 'value';
  let text = length < 12 ? `${token.charAt(0).toUpperCase()}${token.slice(1)}-Check` : `Check-${token}: ${label} `;
  while (text.length < length) text += `${filler} `;
  return text.slice(0, length).replace(/ $/, '.');
}

/**
 * Returns a string of at most 60 UTF-16 units, in NFC, without leading or trailing white space. It has accents, CJK, an
 * emoji of several code points outside the BMP, Arabic and Hebrew, and the characters that HTML escapes.
 */
export function unicodeText(name: string, salt: string): string {
  const label = name.replace(/[^A-Za-z0-9]+/g, '').slice(0, 8);
  return `Ünïçødé ${label} ${tokenOf(hashOf(name, salt))} 漢字かな 👩🏽‍🚀 مرحبا שלום Ω & "<b>'`
    .replace('  ', ' ')
    .normalize('NFC');
}

/** Returns a string of exactly this many characters, with letters, digits, hyphens and single spaces. */
export function longText(length: number): string {
  const text = 'Check-1 a long Text, '.repeat(Math.ceil(length / 21));
  return text.slice(0, length).replace(/ $/, '.');
}

/** Returns a string with leading, trailing and double white space, which a server may keep or trim. */
export function paddedText(name: string, salt: string): string {
  return `  Check ${name.replace(/[^A-Za-z0-9]+/g, '').slice(0, 30)}  ${tokenOf(hashOf(name, salt))}\t `;
}
