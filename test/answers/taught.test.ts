import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { contract } from '../../generated/contract.js';
import { applyOverlay } from '../../scripts/answers/overlay.js';
import { teachOwnContract } from '../../scripts/answers/own-contract.js';
import { withSharedQuestions } from '../../scripts/contract/shared-questions.js';
import { standingOf } from '../../scripts/contract/standing.js';
import { answersFile, operationOf, taughtWith } from './taught.js';
import { expectWhole } from './whole.js';

const envelope = { items: '/results', next: '/next', total: '/count', page: { query: 'page' } };

it('a contract without answers stays as it is', () => {
  const { document, overlay } = taughtWith('answers: {}\n');
  expect(document).toEqual(contract);
  expect(overlay.actions).toEqual([]);
});

it('an answered fact is marked with its author, and is no longer an open question', () => {
  const { document } = taughtWith({
    'lists.envelope': {
      value: envelope,
      except: { listBadges: 'bare' },
      from: { by: 'platform team', on: '2026-11-22' },
    },
  });
  const tiers = operationOf(document, 'listTiers');
  expect(tiers['x-provenance'].answered).toEqual({ responses: 'lists.envelope' });
  expect(tiers['x-provenance'].inferred).not.toHaveProperty('responses');
  expect(tiers['x-unknown']).not.toContain('lists.envelope');
  expect(tiers['x-answered']).toEqual(['lists.envelope']);
  expect(standingOf(tiers)).toBe('inferred');
  const badges = operationOf(document, 'listBadges');
  expect(badges['x-paging']).toBeUndefined();
  expect(badges['x-answered']).toEqual(['lists.envelope']);
  const question = document['x-unknowns']?.find(({ id }) => id === 'lists.envelope');
  expect(question?.answered).toEqual({
    value: envelope,
    except: { listBadges: 'bare' },
    from: { by: 'platform team', on: '2026-11-22' },
  });
});

it('a correction may change what is stated, marks it, and mends the examples', () => {
  const folder = dirname(answersFile(''));
  writeFileSync(
    join(folder, 'corrections.overlay.yaml'),
    `overlay: 1.0.0
info: { title: Corrections, version: '1' }
actions:
  - target: $.components.schemas.PartnerEntry.properties.title
    update: { maxLength: 8 }
  - target: $.paths['/api/directory/private/v1alpha/badges/{badge_id}/'].get.responses['200']
    update: { description: The badge of the entry. }
`,
  );
  const file = join(folder, 'directory.answers.yaml');
  writeFileSync(file, 'overlays: [corrections.overlay.yaml]\n');
  const { document, overlay } = teachOwnContract(file);
  expect(document.components['schemas']?.['PartnerEntry']).toMatchObject({
    properties: { title: { maxLength: 8 } },
    'x-provenance': { section: '2.1', stated: true, corrected: 'corrections.overlay.yaml' },
  });
  expect(operationOf(document, 'getBadge')['x-provenance']).toMatchObject({
    answered: { responses: 'corrections.overlay.yaml' },
    corrected: 'corrections.overlay.yaml',
  });
  expect(document.components['examples']?.['PartnerEntryPublic']).toMatchObject({ value: { title: 'Fjordlin' } });
  expectWhole(document);
  expect(withSharedQuestions(applyOverlay(contract, overlay.actions))).toEqual(document);
});

const schemas = '$.components.schemas';

it.each([
  ['names no place', 'target: $.no, remove: true', /action 1: the target "\$\.no" names no place in the contract/],
  [
    'is no JSONPath',
    "target: '$.paths[', remove: true",
    /expected a JSONPath \(RFC 9535\) such as \$.*, found "\$\.paths\["/,
  ],
  [
    'removes a schema that others name',
    `target: ${schemas}.Tier, remove: true`,
    /action 1: after it, the \$ref at \/paths\/\S+ leads to \/components\/schemas\/Tier, which is not there\. Change/,
  ],
  [
    'has a type that does not exist',
    `target: ${schemas}.Tier.properties.title, update: { type: text }`,
    /action 1: after it, "text" at \/components\/schemas\/Tier\/properties\/title\/type must be/,
  ],
  [
    'no value fits any more',
    `target: ${schemas}.Tier, update: { required: [title], properties: { title: { minLength: 5, maxLength: 3 } } }`,
    /action 1: after it, the example ".*" does not fit its schema, and no value for it can be made\. Change that/,
  ],
  [
    'adds a second success status',
    `target: "$.paths.*[?@.operationId == 'getTier'].responses", update: { '202': { description: A } }`,
    /action 1: after it, getTier has 200 and 202 success status, and one is expected/,
  ],
])('a correction that %s is refused with its place', { tags: 'slow' }, (_, action, message) => {
  const folder = dirname(answersFile(''));
  writeFileSync(join(folder, 'overlay.yaml'), `overlay: 1.0.0\nactions:\n  - { ${action} }\n`);
  writeFileSync(join(folder, 'directory.answers.yaml'), 'overlays: [overlay.yaml]\n');
  const taught = () => teachOwnContract(join(folder, 'directory.answers.yaml'));
  expect(taught).toThrow(message);
  expect(taught).toThrow('overlay.yaml:3:7: ');
});
