import { expect, it } from 'vitest';
import { examplesText } from '../../scripts/build/artefacts/examples.js';
import { moduleText } from '../../scripts/build/artefacts/generated-module.js';
import { ownTypeTools } from '../../scripts/build/artefacts/own-type-tools.js';
import { partnerEntryUpdateModule } from '../../scripts/build/artefacts/partner-entry-update.js';
import { typesText } from '../../scripts/build/artefacts/types.js';
import { reflected } from '../../scripts/client/reflection.js';
import { fieldAnswers } from './field-answers.js';
import { wholeWith } from './seen.js';

const { document } = wholeWith(fieldAnswers);
const noMap = { files: [], pointers: {} };

it('the types have closed sets as unions, null, required fields and new names', async () => {
  const types = await typesText(document, ownTypeTools);
  const [entry = ''] = /export interface PartnerEntry \{[\s\S]*?\n\}/.exec(types) ?? [];
  for (const line of [
    'status: "public" | "hidden" | "draft";',
    'website_url: string;',
    'headline?: string | null;',
    'tier?: TierSummary | null;',
    'region?: "north" | "south" | (string & {}) | null;',
    'created_at: string;',
    'tags?: string[];',
  ])
    expect(entry).toContain(` ${line}\n`);
});

it('every example can be exported', () => {
  expect(examplesText(document, noMap)).toContain('export const partnerEntryPublic: PartnerEntry = {');
});

it('an entry becomes an update under the new names, also where a field can be null', () => {
  const text = moduleText(partnerEntryUpdateModule(document, noMap));
  const [, fields = ''] = /const fields = (\{[\s\S]*?\n\}) as const/.exec(text) ?? [];
  const entry = {
    website_url: 'https://a.example',
    metadata: { external_id: 'A' },
    tier: { id: 'b' },
    headline: null,
    tags: ['c'],
  };
  expect(reflected(entry, new Function(`return ${fields}`)())).toEqual({
    body: { website: 'https://a.example', externalId: 'A', tier: 'b', tags: ['c'] },
    dropped: [{ pointer: '/headline', reason: expect.any(String) }],
  });
});
