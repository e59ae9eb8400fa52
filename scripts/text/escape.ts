import { groupDigits } from './numbers.js';

/** Maximum length of a value of a server; longer values are cut. */
const maxValueLength = 300;

/** Maximum length of a sentence. It is high, because sentences may list the fields of a resource. */
const maxSentenceLength = 2000;

/**
 * Characters that are invisible, or that a terminal or a log would obey: control and format characters, line breaks,
 * bidi controls, lone surrogates, characters without a width, and noncharacters.
 */
const invisiblePattern =
  /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}]/gu;

const invisibleInLinesPattern = new RegExp(`(?!\\n)${invisiblePattern.source}`, 'gu');
const invisibleInDocsPattern = new RegExp(
  `(?![\\n\\u00ad\\u034f\\u200c\\u200d\\ufe00-\\ufe0f])${invisiblePattern.source}`,
  'gu',
);

/** Commands to a log that Azure Pipelines, TeamCity and older runners of GitHub obey anywhere in a line. */
const logCommandPattern = /#(?=#(?:vso|teamcity)?\[)/gi;

/** Commands to a log that GitHub obeys at the beginning of a line, also after spaces. */
const lineCommandPattern = /^([^\S\n]*):(?=:)/gm;

const toCodePoint = (character: string): string => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;

/**
 * Makes untrusted text safe to print on one line: characters that could move a cursor, end the line or command the log
 * of a CI service become `\u{…}`. A text longer than `limit` (UTF-16 code units) ends with `… (N characters)`.
 */
export function sanitize(text: string, limit: number = maxValueLength): string {
  const end = limit > 0 && /[\ud800-\udbff]/.test(text.charAt(limit - 1)) ? limit - 1 : limit;
  const cut = text.length > limit ? `${text.slice(0, end)}… (${groupDigits(text.length)} characters)` : text;
  return escapeCommands(cut.replace(invisiblePattern, toCodePoint));
}

/** Like `sanitize`, for a sentence of this program that may quote a server. */
export function sanitizeSentence(text: string): string {
  return sanitize(text, maxSentenceLength);
}

/** Like `sanitize`, but without a limit on the length, for a line that people may copy. */
export function sanitizeLine(text: string): string {
  return sanitize(text, Infinity);
}

/** Makes lines safe to print. Line breaks stay: a quoted value that may have some must go through `sanitize` first. */
export function sanitizeLines(text: string): string {
  return escapeCommands(text.replace(invisibleInLinesPattern, toCodePoint));
}

/** Makes text safe to read in docs. Line breaks stay, as do joiners and variation selectors, for emoji and scripts. */
export function sanitizeDocs(text: string): string {
  return text.replace(invisibleInDocsPattern, toCodePoint);
}

/**
 * Like `sanitizeDocs`, for JavaScript. The code keeps its meaning: `\u…` is an escape in a string, and plain text in a
 * comment.
 */
export function sanitizeCode(code: string): string {
  return code.replace(invisibleInDocsPattern, (character) =>
    character === '\t' ? character : toJsonEscape(character),
  );
}

/** Escapes commands to the log of a CI service, which may begin at any line break. */
export function escapeCommands(text: string): string {
  return text.replace(logCommandPattern, '\\u{23}').replace(lineCommandPattern, '$1\\u{3a}');
}

/** JSON that is safe to print: dangerous and invisible characters are escaped, and it parses to the same value. */
export function toSafeJson(value: unknown): string {
  return JSON.stringify(value, null, 2).replace(invisibleInLinesPattern, toJsonEscape).replaceAll('##', '#\\u0023');
}

function toJsonEscape(character: string): string {
  return [...Array(character.length).keys()]
    .map((index) => `\\u${character.charCodeAt(index).toString(16).padStart(4, '0')}`)
    .join('');
}

/**
 * Escapes text for HTML and XML. Invisible characters, and those that reorder text, become visible; for XML, `sanitize`
 * must have removed joiners and noncharacters before.
 */
export function escapeHtml(text: string): string {
  return sanitizeDocs(text).replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** A text between single quotes, where a shell changes nothing but a single quote. */
export function quoteForShell(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** Escapes braces, which would be placeholders, and brackets, which would be links (SARIF §3.11.5, §3.11.6). */
export function escapeForSarif(text: string): string {
  return text.replace(/[{}]/g, '$&$&').replace(/[\\[\]]/g, '\\$&');
}
