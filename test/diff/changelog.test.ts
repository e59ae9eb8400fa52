import { expect, it } from 'vitest';
import type { ContractChange } from '../../scripts/diff/change.js';
import { withContractChanges } from '../../scripts/diff/changelog.js';
import { markdownOf } from '../../scripts/diff/markdown.js';
import { yamlBeside } from '../yaml-beside.js';

const textBefore = '# Changelog\n\nWords.\n\n## Unreleased\n\n### Contract\n\n';
const textAfter = '### Tools\n\n- A tool.  \n\n## 0.1.0\n\n### Contract\n\n- Old.\n';

it('inserts the changes below "### Contract", and leaves all other bytes unchanged', () => {
  expect(
    withContractChanges(
      `${textBefore}- Replaced.\n\n#### Added\n\n- This, too.\n\n${textAfter}`,
      '#### Breaking\n\n- New.\n',
      'CHANGELOG.md',
    ),
  ).toBe(`${textBefore}#### Breaking\n\n- New.\n\n${textAfter}`);
});

it('gives the same result if it is done twice', () => {
  const once = withContractChanges(`${textBefore}${textAfter}`, '- New.', 'CHANGELOG.md');
  expect(withContractChanges(once, '- New.', 'CHANGELOG.md')).toBe(once);
});

it('keeps the line endings of the file', () => {
  const windows = (text: string): string => text.replaceAll('\n', '\r\n');
  expect(withContractChanges(windows(`${textBefore}- Old.\n\n${textAfter}`), '- One.\n- Two.', 'CHANGELOG.md')).toBe(
    windows(`${textBefore}- One.\n- Two.\n\n${textAfter}`),
  );
});

it('also writes into the last section of a file', () => {
  expect(withContractChanges('## Unreleased\n### Contract', '- New.', 'CHANGELOG.md')).toBe(
    '## Unreleased\n### Contract\n\n- New.\n',
  );
});

it('ignores headings in code blocks', () => {
  const fenced = '## Unreleased\n\n```md\n### Contract\n```\n\n### Contract\n\n- New.\n';
  expect(withContractChanges(fenced, '- New.', 'CHANGELOG.md')).toBe(fenced);
});

it.each(yamlBeside<[what: string, text: string, says: string][]>(import.meta.url, 'no-changelogs.yaml'))(
  'a changelog with %s is reported in a sentence',
  (_, text, message) => {
    expect(() => withContractChanges(text, '- New.', 'CHANGELOG.md')).toThrow(message);
  },
);

it('sums up changes of wording if there are more than ten of a kind', () => {
  const change = (name: string, rule: string): ContractChange => ({
    level: 'patch',
    effect: 'documentation',
    kind: 'changed',
    area: { kind: 'operation', name },
    stated: false,
    rule,
    message: `The words of \`${name}\` have changed.`,
    pointers: {},
  });
  const names = Array.from({ length: 11 }, (_, index) => `get${index}`);
  const changes = [...names.map((name) => change(name, 'operation-changed')), change('getTier', 'example-changed')];
  expect(markdownOf({ changes, problems: [] })).toBe(
    '#### Documentation\n\n- `getTier`: The words of `getTier` have changed.\n' +
      '- The words about 11 operations have changed: `get0`, `get1`, `get2` and 8 more.\n',
  );
  const ten = markdownOf({ changes: changes.slice(1), problems: [] });
  expect(ten.match(/^- `get/gm)).toHaveLength(11);
});
