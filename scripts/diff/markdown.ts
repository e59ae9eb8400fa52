import { groupBy } from '../text/group-by.js';
import { escapeProse, toCode } from '../text/markdown-text.js';
import { formatCount, formatList } from '../text/numbers.js';
import type { ContractChange, ContractDiff } from './change.js';
import { messageOf, pieces, remarkOn } from './sentence.js';

const titles = ['Breaking', 'Added', 'Changed', 'Documentation'] as const;

function titleOf({ level, effect, kind }: ContractChange): (typeof titles)[number] {
  if (level !== 'minor') return level === 'major' ? 'Breaking' : 'Documentation';
  return effect === 'additive' && kind === 'added' ? 'Added' : 'Changed';
}

/**
 * The changes as the contract section of a changelog: one list per group. Broken rules come last; callers that write a
 * changelog leave them out. Text from the documents is escaped, so that it stays plain text.
 */
export function markdownOf({ changes, problems }: Pick<ContractDiff, 'changes' | 'problems'>): string {
  const sections = titles.map((title) => {
    const group = changes.filter((change) => titleOf(change) === title);
    return { title, items: title === 'Documentation' ? summarize(group) : group.map(lineOf) };
  });
  const problemItems = problems.map(({ message }) => `- ${toMarkdown(message)}`);
  const lines = [...sections, { title: 'Violations of the policy', items: problemItems }].flatMap(({ title, items }) =>
    items.length === 0 ? [] : [`#### ${title}`, '', ...new Set(items), ''],
  );
  return lines.length === 0 ? 'Nothing changed.\n' : `${lines.slice(0, -1).join('\n')}\n`;
}

/** If more texts of a kind changed, they share one line, because nobody reads a hundred lines. */
const mostOfKind = 10;

/** What changed in many parts, by the beginning of the rule's name. */
const kinds: Readonly<Record<string, (count: number) => string>> = {
  operation: (count) => `The words about ${formatCount(count, 'operation')} have changed`,
  response: (count) => `The words about the responses of ${formatCount(count, 'operation')} have changed`,
  schema: (count) => `The words about ${formatCount(count, 'schema')} and their fields have changed`,
  note: (count) => `The notes on ${formatCount(count, 'part')} have changed`,
  example: (count) => `The examples of ${formatCount(count, 'part')} have changed`,
  tag: () => 'The words about the groups of operations have changed',
};

/** A line for each change, or one sentence for all changes of a kind if they are too many. */
function summarize(changes: readonly ContractChange[]): string[] {
  const byKind = groupBy(changes, ({ rule }) => rule.slice(0, rule.indexOf('-')));
  const isMany = ([kind, group]: [string, readonly ContractChange[]]): boolean =>
    Object.hasOwn(kinds, kind) && group.length > mostOfKind;
  const sentences = [...byKind].filter(isMany).map(([kind, group]) => {
    const names = [...new Set(group.map(({ area }) => area.name).filter((name) => name !== ''))];
    const list = names.length > 0 ? `: ${formatList(names.map(toCode), 3)}` : '';
    return `- ${kinds[kind]?.(names.length)}${list}.`;
  });
  const others = [...byKind].filter((entry) => !isMany(entry)).flatMap(([, group]) => group.map(lineOf));
  return [...others, ...sentences];
}

/** A change as an item of a list. */
export function lineOf(change: ContractChange): string {
  const { area } = change;
  const name = area.name === '' ? 'The document' : toCode(area.name);
  return `- ${name}: ${toMarkdown(messageOf(change))}${remarkOn(change)}`;
}

/** Formats names as code, and the rest as text. Spaces between text and names stay: `escapeProse` would trim them. */
export function toMarkdown(message: string): string {
  return pieces(message)
    .map(({ text, isCode }) => (isCode ? toCode(text) : text.replace(/[^ ](.*[^ ])?/s, (words) => escapeProse(words))))
    .join('');
}
