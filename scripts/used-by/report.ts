import type { ContractChange } from '../diff/change.js';
import { messageOf } from '../diff/sentence.js';
import { wrapWithLabel } from '../text/columns.js';
import { sanitize } from '../text/escape.js';
import { escapeProse, toCode } from '../text/markdown-text.js';
import { formatCount } from '../text/numbers.js';
import type { TouchingChange, UsedBy } from './used-by.js';

const maxPlaces = 5;

/** A line of the report: a heading without a label, a change, or its places. Names are enclosed in backticks. */
type ReportLine = readonly [label: '' | '- ' | '  ', text: string];

function linesOf({ touching, possible, untouched, files, unreadable, unresolved }: UsedBy): ReportLine[] {
  const others = formatCount(untouched.length, touching.length + possible.length > 0 ? 'other change' : 'change');
  const rest = `${others} ${untouched.length === 1 ? 'does' : 'do'} not touch this code.`;
  return [
    ...groupOf('Changes that touch you', touching),
    ...groupOf('Changes that may touch you', possible),
    ...unreadable.map(
      ({ file, line }) =>
        ['', `\`${sanitize(file)}:${line}\` has a syntax error. What follows it may be missing.`] as const,
    ),
    ...unresolved.map(
      ({ file, line }) =>
        ['', `\`${sanitize(file)}:${line}\` imports what cannot be found. Its uses may be missing.`] as const,
    ),
    ...(untouched.length > 0 ? [['', rest] as const] : []),
    ['', `Read ${formatCount(files, 'file')}.`],
  ];
}

function groupOf(title: string, entries: readonly (TouchingChange & { reason?: string })[]): ReportLine[] {
  const lines = entries.flatMap(({ change, places, reason }): ReportLine[] => {
    const { area, rule, codeOnly } = change;
    const isMoved = rule === 'operation-method-changed' || (rule === 'operation-path-changed' && !codeOnly);
    const moved = isMoved ? 'until you update the package, calls go to the old address' : undefined;
    const remarks = [reason, moved].filter((each) => each !== undefined).join('; ');
    return [
      ['- ', `${area.name === '' ? '' : `\`${sanitize(area.name, 100)}\`: `}${messageOf(change)}`],
      ['  ', `${placesOf(change, places)}${remarks === '' ? '' : ` (${remarks})`}`],
    ];
  });
  return entries.length === 0 ? [] : [['', `${title}: ${entries.length}`], ...lines];
}

function placesOf({ rule, area }: ContractChange, places: TouchingChange['places']): string {
  const isGeneral = /^(?:security|server)-/.test(rule) && area.kind === 'document';
  if (isGeneral) return `every call, in ${formatCount(new Set(places.map(({ file }) => file)).size, 'file')}`;
  const names = places.map(({ file, line }) => `\`${sanitize(file)}:${line}\``);
  const hiddenCount = names.length - maxPlaces;
  return `${names.slice(0, maxPlaces).join(', ')}${hiddenCount > 0 ? `, … and ${hiddenCount} more` : ''}`;
}

/** The report for a terminal. */
export function usedByText(usedBy: UsedBy, width: number): string {
  const lines = linesOf(usedBy).flatMap(([label, text], index) => {
    const plain = label === '- ' ? text : text.replaceAll('`', '');
    const isNext = label === '' && index > 0;
    return [...(isNext ? [''] : []), ...wrapWithLabel(label === '' ? '' : `  ${label}`, plain, width)];
  });
  return `${lines.join('\n')}\n`;
}

/** The report as a section of Markdown. */
export function usedByMarkdown(usedBy: UsedBy): string {
  const lines = linesOf(usedBy).map(([label, text], index, all) => {
    const parts = text.split('`').map((part, place) => (place % 2 === 1 ? toCode(part) : escapeSentence(part)));
    const isApart = label === '' || all[index + 1]?.[0] === '';
    return `${label}${parts.join('')}\n${isApart ? '\n' : ''}`;
  });
  return `\n#### Your code\n\n${lines.join('').trim()}\n`;
}

/** Escapes text, and keeps the spaces around it. */
const escapeSentence = (text: string): string => text.replace(/\S(?:.*\S)?/s, (inner) => escapeProse(inner));
