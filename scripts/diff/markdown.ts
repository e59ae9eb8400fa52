import { code, prose } from '../text/markdown-text.js';
import type { Change, ContractDiff } from './change.js';
import { pieces } from './sentence.js';

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
    return found.length === 0 ? [] : [`#### ${title}`, '', ...new Set(found.map(lineOf)), ''];
  });
  const broken = problems.map(({ message }) => `- ${inert(message)}`);
  const all = [...lines, ...(broken.length > 0 ? ['#### Violations of the policy', '', ...broken, ''] : [])];
  return all.length === 0 ? 'Nothing changed.\n' : `${all.slice(0, -1).join('\n')}\n`;
}

function lineOf({ area, message, effect, stated }: Change): string {
  const name = area.name === '' ? 'The document' : code(area.name);
  return `- ${name}: ${inert(message)}${effect === 'breaking' && !stated ? ' (This was inferred.)' : ''}`;
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
