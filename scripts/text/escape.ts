/** Values of a server are shown up to here. */
const valueLength = 300;

/** Sentences may list the fields of a resource; they are cut only where they would fill screens. */
const sentenceLength = 2000;

/**
 * What a reader would not see, or what a terminal or a log would obey: control and format characters, line breaks, bidi
 * controls, lone surrogates, characters without a width, and those that are never characters.
 */
const unseen = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}]/gu;

/** Azure Pipelines, TeamCity and older runners of GitHub obey these anywhere in a line. */
const logCommand = /#(?=#(?:vso|teamcity)?\[)/gi;

/** GitHub obeys these at the beginning of a line, after any space. */
const lineCommand = /^([^\S\n]*):(?=:)/gm;

const shownCode = (character: string): string => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;

/**
 * Hostile text as text for one line: whatever could move a cursor, end the line or be obeyed by the log of a CI service
 * shows as `\u{…}`. A text longer than `limit` (UTF-16 code units) ends with `… (N characters)`.
 */
export function visible(text: string, limit: number = valueLength): string {
  const end = limit > 0 && /[\ud800-\udbff]/.test(text.charAt(limit - 1)) ? limit - 1 : limit;
  const cut = text.length > limit ? `${text.slice(0, end)}… (${text.length.toLocaleString('en-US')} characters)` : text;
  return inertLines(cut.replace(unseen, shownCode));
}

/** A sentence of our own that may quote a server, as text for one line. */
export function sentence(text: string): string {
  return visible(text, sentenceLength);
}

/** Hostile text as text for one line, however long: a line to copy is of no use when it is cut. */
export function whole(text: string): string {
  return visible(text, Infinity);
}

/**
 * The same lines, none of which is a command to the log of a CI service: breaking a line can make one begin anywhere.
 */
export function inertLines(text: string): string {
  return text.replace(logCommand, '\\u{23}').replace(lineCommand, '$1\\u{3a}');
}

/** JSON whose text is inert, too: what would be obeyed or not seen is escaped, and parses to the same value. */
export function inertJson(value: unknown): string {
  return JSON.stringify(value, null, 2).replace(unseenInLines, jsonEscape).replaceAll('##', '#\\u0023');
}

const unseenInLines = new RegExp(`(?!\\n)${unseen.source}`, 'gu');

function jsonEscape(character: string): string {
  return [...Array(character.length).keys()]
    .map((index) => `\\u${character.charCodeAt(index).toString(16).padStart(4, '0')}`)
    .join('');
}

/** Text as content or attribute of HTML and XML; `visible` has taken away what XML cannot hold. */
export function markup(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
