import { stringify } from 'yaml';
import type { Answer } from './answers.js';

/** Maximum length of a line in characters. A longer map or list takes several lines. */
const maxColumns = 118;

/** Returns an answer as a line below `answers:` of a file with answers. */
export function answerLine(question: string, answer: Pick<Answer, 'value' | 'except'>): string {
  const { value, except = {} } = answer;
  return `${question}: ${onOneLine({ value, ...(Object.keys(except).length > 0 && { except }) })}`;
}

export function onOneLine(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(onOneLine).join(', ')}]`;
  if (!isLong(value)) return scalarText(value);
  return `{ ${Object.entries(value)
    .map(([name, each]) => `${scalarText(name)}: ${onOneLine(each)}`)
    .join(', ')} }`;
}

/** Writes a scalar. Adds quotation marks if a list would otherwise be parsed differently. */
function scalarText(value: unknown): string {
  const options = { collectionStyle: 'flow', flowCollectionPadding: false, blockQuote: false, lineWidth: 0 } as const;
  return stringify([value], options).trimEnd().slice(1, -1);
}

/** A member of a block map, on one line if it fits, without a line break at the end. @param indent columns before it */
export function memberText(name: string, value: unknown, indent: number): string {
  const label = `${' '.repeat(indent)}${onOneLine(name)}:`;
  const line = `${label} ${onOneLine(value)}`;
  if (line.length <= maxColumns || !isLong(value)) return line;
  return `${label}\n${blockText(value, indent + 2)}`;
}

/** Starts a new line for each member or item. A long member takes several lines. */
export function blockText(value: unknown, indent: number): string {
  const entries = Array.isArray(value) ? value : Object.entries(value as object);
  return entries
    .map((entry: unknown) => {
      if (!Array.isArray(value)) return memberText(...(entry as [string, unknown]), indent);
      return `${' '.repeat(indent)}- ${onOneLine(entry)}`;
    })
    .join('\n');
}

/** Whether a value is a collection that is not empty. */
export function isLong(value: unknown): value is object {
  return typeof value === 'object' && value !== null && Object.keys(value).length > 0;
}
