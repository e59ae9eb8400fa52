import type { ContractChange } from '../diff/change.js';
import { messageOf } from '../diff/sentence.js';
import { wrapWithLabel } from '../text/columns.js';
import { sanitize } from '../text/escape.js';
import { escapeProse, toCode } from '../text/markdown-text.js';
import { formatCount } from '../text/numbers.js';
import type { CodePlace, UsedBy } from './used-by.js';

const maxPlaces = 5;

/** A line of the report: a heading, a change, or something about the change above it. */
interface ReportLine {
  readonly level: 0 | 1 | 2;
  readonly text: string;
}

/** The lines of the report. Names are enclosed in backticks, places in `quote`. */
function linesOf({ touching, possible, untouched, files, unreadable }: UsedBy, quote: string): ReportLine[] {
  const others = formatCount(untouched.length, touching.length + possible.length > 0 ? 'other change' : 'change');
  const rest =
    untouched.length === 0 ? [] : [`${others} ${untouched.length === 1 ? 'does' : 'do'} not touch this code.`];
  return [
    ...groupOf('Changes that touch you', touching, quote),
    ...groupOf('Changes that may touch you', possible, quote),
    ...unreadable.map(({ file, line }) =>
      heading(`${quote}${sanitize(file)}:${line}${quote} has a syntax error. What follows it may be missing.`),
    ),
    ...rest.map(heading),
    heading(`Read ${formatCount(files, 'file')}.`),
  ];
}

function groupOf(
  title: string,
  entries: readonly { change: ContractChange; places: readonly CodePlace[]; reason?: string }[],
  quote: string,
): ReportLine[] {
  if (entries.length === 0) return [];
  return [
    heading(`${title}: ${entries.length}`),
    ...entries.flatMap(({ change, places, reason }) => [
      { level: 1 as const, text: `${nameOf(change)}${messageOf(change)}` },
      { level: 2 as const, text: `${placesOf(change, places, quote)}${remarkOf(change, reason)}` },
    ]),
  ];
}

const heading = (text: string): ReportLine => ({ level: 0, text });
const nameOf = ({ area }: ContractChange): string => (area.name === '' ? '' : `\`${sanitize(area.name, 100)}\`: `);

function remarkOf({ rule, codeOnly }: ContractChange, reason?: string): string {
  const isMoved = rule === 'operation-method-changed' || (rule === 'operation-path-changed' && !codeOnly);
  const remarks = [reason, isMoved ? 'until you update the package, calls go to the old address' : undefined];
  const text = remarks.filter((each) => each !== undefined).join('; ');
  return text === '' ? '' : ` (${text})`;
}

function placesOf({ rule, area }: ContractChange, places: readonly CodePlace[], quote: string): string {
  const names = [...new Set(places.map(({ file, line }) => `${quote}${sanitize(file)}:${line}${quote}`))];
  const isGeneral = /^(?:security|server)-/.test(rule) && area.kind === 'document';
  if (isGeneral) return `every call, in ${formatCount(new Set(places.map(({ file }) => file)).size, 'file')}`;
  const hiddenCount = names.length - maxPlaces;
  return `${names.slice(0, maxPlaces).join(', ')}${hiddenCount > 0 ? `, … and ${hiddenCount} more` : ''}`;
}

/** The report for a terminal. */
export function usedByText(usedBy: UsedBy, width: number): string {
  const labels = ['', '  - ', '    '];
  const lines = linesOf(usedBy, '').flatMap(({ level, text }, index) => [
    ...(level === 0 && index > 0 ? [''] : []),
    ...wrapWithLabel(labels[level] ?? '', text, width),
  ]);
  return `${lines.join('\n')}\n`;
}

/** The report as a section of Markdown. */
export function usedByMarkdown(usedBy: UsedBy): string {
  const lines = linesOf(usedBy, '`').flatMap(({ level, text }, index) => {
    const parts = text.split('`').map((part, place) => (place % 2 === 1 ? toCode(part) : part && spaced(part)));
    const line = parts.join('');
    return level === 0 ? [...(index > 0 ? [''] : []), line, ''] : [`${level === 1 ? '- ' : '  '}${line}`];
  });
  return `\n#### Your code\n\n${lines
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()}\n`;
}

/** Escapes text, and keeps the spaces around it. */
function spaced(text: string): string {
  return text.replace(/\S(?:.*\S)?/s, (inner) => escapeProse(inner));
}
