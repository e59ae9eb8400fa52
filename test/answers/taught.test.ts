import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { contract } from '../../generated/contract.js';
import { applied } from '../../scripts/answers/overlay.js';
import { taughtOwnContract } from '../../scripts/answers/own-contract.js';
import { withSharedQuestions } from '../../scripts/contract/shared-questions.js';
import { standingOf } from '../../scripts/contract/standing.js';
import { operationAnswers } from './operation-answers.js';
import { answersFile, operationOf, taughtWith } from './taught.js';
import { expectWhole } from './whole.js';

const envelope = { items: '/results', next: '/next', total: '/count', page: { query: 'page' } };

it('a contract without answers stays as it is', () => {
  const { document, overlay } = taughtWith('answers: {}\n');
  expect(document).toEqual(contract);
  expect(overlay.actions).toEqual([]);
});

it('what is answered weighs as such, says by whom, and is no open question any more', () => {
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

it('another program applies the overlay with the same result', () => {
  const answers = Object.entries(operationAnswers).map(([id, value]) => [id, { value }]);
  const { document, overlay } = taughtWith(Object.fromEntries(answers));
  expect(withSharedQuestions(applied(contract, overlay.actions))).toEqual(document);
  const folder = dirname(answersFile(''));
  for (const [name, value] of Object.entries({ contract, overlay }))
    writeFileSync(join(folder, `${name}.json`), JSON.stringify(value));
  const redocly = ['node_modules/@redocly/cli/bin/cli.js', 'bundle', join(folder, 'contract.json')];
  const to = ['--overlay', join(folder, 'overlay.json'), '--output', join(folder, 'taught.json')];
  execFileSync(process.execPath, [...redocly, ...to], { stdio: 'pipe' });
  const bundled = JSON.parse(readFileSync(join(folder, 'taught.json'), 'utf8')) as typeof contract;
  expect(withSharedQuestions(bundled)).toEqual(document);
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
  const { document, overlay } = taughtOwnContract(file);
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
  expect(withSharedQuestions(applied(contract, overlay.actions))).toEqual(document);
});

it.each([
  ['names no place', '$.paths.nowhere', /overlay\.yaml:3:7: action 1: the target "\$\.paths\.nowhere" names no place/],
  ['is no JSONPath', '$.paths[', /overlay\.yaml:3:7: action 1: expected a JSONPath \(RFC 9535\), found "\$\.paths\["/],
])('a correction whose target %s is refused', (_, target, message) => {
  const folder = dirname(answersFile(''));
  const actions = `actions:\n  - { target: '${target}', remove: true }\n`;
  writeFileSync(join(folder, 'overlay.yaml'), `overlay: 1.0.0\n${actions}`);
  writeFileSync(join(folder, 'directory.answers.yaml'), 'overlays: [overlay.yaml]\n');
  expect(() => taughtOwnContract(join(folder, 'directory.answers.yaml'))).toThrow(message);
});
