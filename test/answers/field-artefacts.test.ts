import { expect, it } from 'vitest';
import { contract } from '../../generated/contract.js';
import { answersSchema } from '../../scripts/answers/answers-schema.js';
import { findSchemaMistake } from '../../scripts/answers/schema-mistake.js';
import { examplesText } from '../../scripts/build/artefacts/examples.js';
import { moduleText } from '../../scripts/build/artefacts/generated-module.js';
import { ownTypeTools } from '../../scripts/build/artefacts/own-type-tools.js';
import { partnerEntryUpdateModule } from '../../scripts/build/artefacts/partner-entry-update.js';
import { typesText } from '../../scripts/build/artefacts/types.js';
import { reflected } from '../../scripts/client/reflection.js';
import { fieldAnswers } from './field-answers.js';
import { taughtWith } from './taught.js';
import { expectWhole } from './whole.js';

const { document } = taughtWith(fieldAnswers);
const noMap = { files: [], pointers: {} };

it('all answers together leave the contract whole', () => {
  expectWhole(document);
});

it('the types have closed sets as unions, null, required fields and new names', async () => {
  const types = await typesText(document, ownTypeTools);
  const [, entry = ''] = /export interface PartnerEntry \{([\s\S]*?)\n\}/.exec(types) ?? [];
  const lineOf = (name: string) => new RegExp(`^ *${name}\\??: .*$`, 'm').exec(entry)?.[0].trim();
  expect(['status', 'website_url', 'headline', 'tier', 'region', 'created_at'].map(lineOf)).toEqual([
    'status: "public" | "hidden" | "draft";',
    'website_url: string;',
    'headline?: string | null;',
    'tier?: TierSummary | null;',
    'region?: "north" | "south" | (string & {}) | null;',
    'created_at: string;',
  ]);
});

it('every example can be exported', () => {
  expect(examplesText(document, noMap)).toContain('export const partnerEntryPublic: PartnerEntry = {');
});

it('an entry becomes an update under the new names, also where a field can be null', () => {
  const text = moduleText(partnerEntryUpdateModule(document, noMap));
  const [, fields = ''] = /const fields = (\{[\s\S]*?\n\}) as const/.exec(text) ?? [];
  const entry = { website_url: 'https://a.example', metadata: { external_id: 'A' }, tier: { id: 'b' }, headline: null };
  expect(reflected(entry, new Function(`return ${fields}`)())).toEqual({
    body: { website: 'https://a.example', externalId: 'A', tier: 'b' },
    dropped: [{ pointer: '/headline', reason: expect.any(String) }],
  });
});

const answered = (contract['x-unknowns'] ?? []).filter(({ answer }) => answer !== undefined && answer !== 'text');

it.each(answered.map((question) => [question.id, question] as const))(
  'the example of %s fits its question',
  (id, question) => {
    const { examples } = question.answer as { examples: unknown[] };
    expect(examples).toHaveLength(1);
    expect(findSchemaMistake(answersSchema([question]), { answers: { [id]: { value: examples[0] } } })).toBeUndefined();
  },
);

it('the examples of all questions can be taught together', { tags: 'slow' }, () => {
  const values = answered.map(({ id, answer }) => [id, { value: (answer as { examples: unknown[] }).examples[0] }]);
  expectWhole(taughtWith(Object.fromEntries(values)).document);
});
