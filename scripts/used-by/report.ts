import type { ContractChange } from '../diff/change.js';
import { toMarkdown } from '../diff/markdown.js';
import { messageOf } from '../diff/sentence.js';
import { wrapWithLabel } from '../text/columns.js';
import { sanitize } from '../text/escape.js';
import { formatCount } from '../text/numbers.js';
import type { CodePlace, TouchingChange, UsedBy } from './used-by.js';

const maxPlaces = 5;

/** A sentence or heading of the report, and a list of changes with their places. Names are enclosed in backticks. */
type Section = readonly [heading: string, ...items: { change: string; places: string }[]];

function sectionsOf({ touching, possible, untouched, files, unreadable, unresolved }: UsedBy): Section[] {
  const others = formatCount(untouched.length, touching.length + possible.length > 0 ? 'other change' : 'change');
  const rest = `${others} ${untouched.length === 1 ? 'does' : 'do'} not touch this code.`;
  return [
    ...sectionOf('Changes that touch you', touching),
    ...sectionOf('Changes that may touch you', possible),
    ...unreadable.map((place): Section => [`${nameOf(place)} has a syntax error. What follows it may be missing.`]),
    ...unresolved.map((place): Section => [`${nameOf(place)} imports what cannot be found. Its uses may be missing.`]),
    ...(untouched.length > 0 ? ([[rest]] as const) : []),
    [`Read ${formatCount(files, 'file')}.`],
  ];
}

function sectionOf(title: string, entries: readonly (TouchingChange & { reason?: string })[]): Section[] {
  const items = entries.map(({ change, places, reason }) => {
    const { area, rule, codeOnly } = change;
    const isMoved = rule === 'operation-method-changed' || (rule === 'operation-path-changed' && !codeOnly);
    const moved = isMoved ? 'until you update the package, calls go to the old address' : undefined;
    const remarks = [reason, moved].filter((each) => each !== undefined).join('; ');
    return {
      change: `${area.name === '' ? '' : `\`${sanitize(area.name, 100)}\`: `}${messageOf(change)}`,
      places: `${placesOf(change, places)}${remarks === '' ? '' : ` (${remarks})`}`,
    };
  });
  return entries.length === 0 ? [] : [[`${title}: ${entries.length}`, ...items]];
}

const nameOf = ({ file, line }: CodePlace): string => `\`${sanitize(file)}:${line}\``;

function placesOf({ rule, area }: ContractChange, places: readonly CodePlace[]): string {
  const isGeneral = /^(?:security|server)-/.test(rule) && area.kind === 'document';
  if (isGeneral) return `every call, in ${formatCount(new Set(places.map(({ file }) => file)).size, 'file')}`;
  const hiddenCount = places.length - maxPlaces;
  const more = hiddenCount > 0 ? `, … and ${hiddenCount} more` : '';
  return `${places.slice(0, maxPlaces).map(nameOf).join(', ')}${more}`;
}

/** The report for a terminal. */
export function usedByText(usedBy: UsedBy, width: number): string {
  const write = (label: string, text: string): string => `${wrapWithLabel(label, text, width).join('\n')}\n`;
  const plain = (text: string): string => text.replaceAll('`', '');
  const sections = sectionsOf(usedBy).map(([heading, ...items]) => {
    const lines = items.map(({ change, places }) => write('  - ', change) + write('    ', plain(places)));
    return write('', plain(heading)) + lines.join('');
  });
  return sections.join('\n');
}

/** The report as a section of Markdown. */
export function usedByMarkdown(usedBy: UsedBy): string {
  const sections = sectionsOf(usedBy).map(([heading, ...items]) => {
    const list = items.map(({ change, places }) => `- ${toMarkdown(change)}\n  ${toMarkdown(places)}\n`).join('');
    return `${toMarkdown(heading)}\n${list === '' ? '' : `\n${list}`}`;
  });
  return `\n#### Your code\n\n${sections.join('\n')}`;
}
