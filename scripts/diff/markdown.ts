import { groupBy } from '../text/group-by.js';
import { code, prose } from '../text/markdown-text.js';
import { counted, listOf } from '../text/numbers.js';
import type { Change, ContractDiff } from './change.js';
import { pieces, remarkOn } from './sentence.js';

const groups: readonly { title: string; has: (change: Change) => boolean }[] = [
  { title: 'Breaking', has: ({ level }) => level === 'major' },
  { title: 'Added', has: ({ level, effect, kind }) => level === 'minor' && effect === 'additive' && kind === 'added' },
  {
    title: 'Changed',
    has: ({ level, effect, kind }) => level === 'minor' && !(effect === 'additive' && kind === 'added'),
  },
  { title: 'Documentation', has: ({ level }) => level === 'patch' },
];

/**
 * The changes as the contract section of a changelog: one list per group, and last the broken rules, which a changelog
 * does not have. Text from the documents is escaped, so that it stays plain text.
 */
export function markdownOf({ changes, problems }: Pick<ContractDiff, 'changes' | 'problems'>): string {
  const lines = groups.flatMap(({ title, has }) => {
    const found = changes.filter(has);
    const listed = title === 'Documentation' ? summarised(found) : found.map(lineOf);
    return found.length === 0 ? [] : [`#### ${title}`, '', ...new Set(listed), ''];
  });
  const broken = problems.map(({ message }) => `- ${inert(message)}`);
  const all = [...lines, ...(broken.length > 0 ? ['#### Violations of the policy', '', ...broken, ''] : [])];
  return all.length === 0 ? 'Nothing changed.\n' : `${all.slice(0, -1).join('\n')}\n`;
}

/** More changes of words than this are one line: nobody reads a hundred. */
const mostOfKind = 10;

/** Words that changed, by the beginning of the rule's name. */
const kinds: Readonly<Record<string, string>> = {
  operation: 'Texts of operations',
  response: 'Texts of responses',
  schema: 'Texts of schemas and fields',
  note: 'Extensions',
  example: 'Examples',
  tag: 'Tags',
};

/** A line for each change; one line for all of a kind that are too many. */
function summarised(changes: readonly Change[]): string[] {
  const byKind = groupBy(changes, ({ rule }) => kinds[rule.slice(0, rule.indexOf('-'))] ?? rule);
  const isMany = (kind: string): boolean => (byKind.get(kind)?.length ?? 0) > mostOfKind && !kind.includes('-');
  const few = [...byKind].filter(([kind]) => !isMany(kind)).flatMap(([, found]) => found.map(lineOf));
  const many = [...byKind]
    .filter(([kind]) => isMany(kind))
    .map(([kind, found]) => {
      const names = [...new Set(found.map(({ area }) => area.name).filter((name) => name !== ''))];
      const places = names.length > 0 ? `, in ${listOf(names.map(code), 3)}` : '';
      return `- ${kind}: ${counted(found.length, 'change')}${places}.`;
    });
  return [...few, ...many];
}

function lineOf(change: Change): string {
  const { area, message } = change;
  const name = area.name === '' ? 'The document' : code(area.name);
  return `- ${name}: ${inert(message)}${remarkOn(change)}`;
}

/** Formats names as code, everything else as text. */
function inert(message: string): string {
  return pieces(message)
    .map(({ text, isCode }) => (isCode ? code(text) : spaced(text)))
    .join('');
}

/** `prose` trims the spaces at both ends, which separate words from names here. */
function spaced(text: string): string {
  const [, before = '', middle = '', after = ''] = /^( *)(.*?)( *)$/s.exec(text) ?? [];
  return `${before}${prose(middle)}${after}`;
}
