import { groupDigits } from './numbers.js';

/** Maximum length of a value from a server; longer values are cut. */
const maxValueLength = 300;

/** Maximum length of a sentence. It is high, because sentences may list the fields of a resource. */
const maxSentenceLength = 2000;

/**
 * Characters that are invisible, or act as commands to a terminal or log: control and format characters, line breaks,
 * bidi controls, lone surrogates, characters without a width, and noncharacters.
 */
const invisiblePattern =
  /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}]/gu;

const invisibleInLinesPattern = new RegExp(`(?!\\n)${invisiblePattern.source}`, 'gu');
const invisibleInDocsPattern = new RegExp(
  `(?![\\n\\u00ad\\u034f\\u200c\\u200d\\ufe00-\\ufe0f])${invisiblePattern.source}`,
  'gu',
);

/** Log commands: Azure Pipelines, TeamCity and older GitHub runners execute them anywhere in a line. */
const logCommandPattern = /#(?=#(?:vso|teamcity)?\[)/gi;

/** Log commands that GitHub executes at the beginning of a line, even after spaces. */
const lineCommandPattern = /^([^\S\n]*):(?=:)/gm;

const toCodePoint = (character: string): string => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;

/**
 * Makes untrusted text safe to print on one line: characters that could move a cursor, end the line, or be a log
 * command of a CI service, become `\u{…}`. Text longer than `limit` (UTF-16 code units) ends with `… (N characters)`.
 */
export function sanitize(text: string, limit: number = maxValueLength): string {
  const end = limit > 0 && /[\ud800-\udbff]/.test(text.charAt(limit - 1)) ? limit - 1 : limit;
  const shortenedText = text.length > limit ? `${text.slice(0, end)}… (${groupDigits(text.length)} characters)` : text;
  return escapeCommands(shortenedText.replace(invisiblePattern, toCodePoint));
}

/** Like `sanitize`, for a sentence of this program that may quote a server. */
export function sanitizeSentence(text: string): string {
  return sanitize(text, maxSentenceLength);
}

/** Like `sanitize`, but without a limit on the length, for a line that people may copy. */
export function sanitizeLine(text: string): string {
  return sanitize(text, Infinity);
}

/** Makes lines safe to print. Keeps line breaks, so pass quoted values that may have some through `sanitize`. */
export function sanitizeLines(text: string): string {
  return escapeCommands(text.replace(invisibleInLinesPattern, toCodePoint));
}

/** Makes text safe to read in docs. Keeps line breaks, and the joiners and variation selectors of emoji and scripts. */
export function sanitizeDocs(text: string): string {
  return text.replace(invisibleInDocsPattern, toCodePoint);
}

/**
 * Like `sanitizeDocs`, for JavaScript. The code keeps its meaning: in a string, `\u…` is an escape; in a comment, it is
 * plain text.
 */
export function sanitizeCode(code: string): string {
  return code.replace(invisibleInDocsPattern, (character) =>
    character === '\t' ? character : toJsonEscape(character),
  );
}

/** Escapes log commands of a CI service, which may begin after any line break. */
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
 * Escapes text for HTML and XML. Characters that are invisible or reorder text become visible. For XML, first call
 * `sanitize`, which replaces joiners and noncharacters.
 */
export function escapeHtml(text: string): string {
  return sanitizeDocs(text).replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** Puts text between single quotes, in which only a single quote is special to a shell. */
export function quoteForShell(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** Escapes braces and brackets, which SARIF reads as placeholders and links (SARIF §3.11.5, §3.11.6). */
export function escapeForSarif(text: string): string {
  return text.replace(/[{}]/g, '$&$&').replace(/[\\[\]]/g, '\\$&');
}
