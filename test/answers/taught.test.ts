import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { contract } from '../../generated/contract.js';
import { digestOf } from '../../scripts/answers/answers.js';
import { applyOverlay } from '../../scripts/answers/overlay.js';
import { type TaughtOwnContract, teachOwnContract } from '../../scripts/answers/own-contract.js';
import { withSharedQuestions } from '../../scripts/contract/shared-questions.js';
import { standingOf } from '../../scripts/contract/standing.js';
import { yamlBeside } from '../yaml-beside.js';
import { answersFile, operationOf, taughtWith } from './taught.js';
import { expectWhole } from './whole.js';

/** Teaches the contract these answers; `corrections.yaml` beside their file has these actions. */
function taughtWithActions(answers: string, ...actions: string[]): TaughtOwnContract {
  const file = answersFile(answers);
  const head = "overlay: 1.0.0\ninfo: { title: Corrections, version: '1' }\nactions:\n";
  writeFileSync(join(dirname(file), 'corrections.yaml'), head + actions.map((each) => `  - { ${each} }\n`).join(''));
  return teachOwnContract(file);
}

const correctedText = 'overlays: [corrections.yaml]\n';

it('a contract without answers stays as it is', () => {
  const { document, overlay } = taughtWith('answers: {}\n');
  expect(document).toEqual(contract);
  expect(overlay.actions).toEqual([]);
});

it('an answered fact is marked with its author, and is no longer an open question', () => {
  const answer = {
    value: { items: '/results', next: '/next', total: '/count', page: { query: 'page' } },
    except: { listBadges: 'bare' },
    from: { by: 'platform team', on: '2026-11-22' },
  };
  const { document } = taughtWith({ 'lists.envelope': answer });
  const tiers = operationOf(document, 'listTiers');
  expect(tiers['x-provenance'].answered).toEqual({ responses: 'lists.envelope' });
  expect(tiers['x-provenance'].inferred).not.toHaveProperty('responses');
  expect(tiers['x-unknown']).not.toContain('lists.envelope');
  expect(tiers['x-answered']).toEqual(['lists.envelope']);
  expect(standingOf(tiers)).toBe('inferred');
  const badges = operationOf(document, 'listBadges');
  expect(badges['x-paging']).toBeUndefined();
  expect(badges['x-answered']).toEqual(['lists.envelope']);
  expect(document['x-unknowns']?.find(({ id }) => id === 'lists.envelope')?.answered).toEqual(answer);
});

it('a correction may change a stated fact, marks it, and repairs the examples', () => {
  const { document, overlay } = taughtWithActions(
    correctedText,
    'target: $.components.schemas.PartnerEntry.properties.title, update: { maxLength: 8 }',
    "target: \"$.paths['/api/directory/private/v1alpha/badges/{badge_id}/'].get.responses['200']\", " +
      'update: { description: The badge of the entry. }',
  );
  expect(document.components['schemas']?.['PartnerEntry']).toMatchObject({
    properties: { title: { maxLength: 8 } },
    'x-provenance': { section: '2.1', stated: true, corrected: 'corrections.yaml' },
  });
  expect(operationOf(document, 'getBadge')['x-provenance']).toMatchObject({
    answered: { responses: 'corrections.yaml' },
    corrected: 'corrections.yaml',
  });
  expect(document.components['examples']?.['PartnerEntryPublic']).toMatchObject({ value: { title: 'Fjordlin' } });
  expectWhole(document);
  expect(withSharedQuestions(applyOverlay(contract, overlay.actions))).toEqual(document);
});

it.each(
  Object.entries(yamlBeside<Record<string, { action: string; says: string }>>(import.meta.url, 'corrections.yaml')),
)('a correction that %s is refused with its place', { tags: 'slow' }, (_, { action, says }) => {
  const teach = () => taughtWithActions(correctedText, action);
  expect(teach).toThrow(new RegExp(says));
  expect(teach).toThrow('corrections.yaml:4:7: ');
});

const digest = (answers: string, title = 'A') =>
  digestOf(taughtWithActions(answers, `target: $.info, update: { title: ${title} }`).answers);

const text = `answers:
  lists.envelope: { value: { items: /a, next: /b } }
  auth.scheme-prefix: { value: Bearer, from: { by: us } }
${correctedText}`;

it('the digest of answers depends only on their content', () => {
  const otherText = `# The same in another order.
${correctedText}answers:
  auth.scheme-prefix: { from: { by: them, on: 2026-11-22 }, value: Bearer }
  lists.envelope: { value: { next: /b, items: /a } }
`;
  expect(digest(text)).toMatch(/^[0-9a-f]{64}$/);
  expect(digest(otherText)).toBe(digest(text));
});

it.each([
  ['another value', text.replace('/b', '/c')],
  ['an exception', text.replace('/b }', '/b }, except: { listTiers: bare }')],
  ['one answer less', text.replace(/ {2}auth.*\n/, '')],
  ['no overlay', text.replace(/overlays.*\n/, '')],
  ['another overlay', text, 'B'],
])('the digest of answers changes with their content: %s', { tags: 'slow' }, (_, changedText, title?: string) => {
  expect(digest(changedText, title)).not.toBe(digest(text));
});
