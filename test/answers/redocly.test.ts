// @module-tag slow
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { teachOwnContract } from '../../scripts/answers/own-contract.js';
import type { OpenApiDocument } from '../../scripts/contract/document.js';
import { fieldAnswers } from './field-answers.js';
import { operationAnswers } from './operation-answers.js';
import { appliedByRedocly } from './redocly.js';
import { taughtWith } from './taught.js';

const worlds = 'recipes/worlds';
const operations = Object.entries(operationAnswers).map(([id, value]) => [id, { value }]);
const all = [
  ...readdirSync(worlds).map((name) => [name, teachOwnContract(join(worlds, name))] as const),
  ['all answers about fields', taughtWith(fieldAnswers)] as const,
  ['all answers about operations', taughtWith(Object.fromEntries(operations))] as const,
];

let made: (OpenApiDocument | string)[] = [];
beforeAll(async () => {
  made = await appliedByRedocly(all.map(([, taught]) => taught));
});

it.each(all.map(([name, { document }], index) => [name, index, document] as const))(
  'Redocly applies the overlay of %s with the same result',
  (_, index, document) => {
    expect(made[index]).toEqual(document);
  },
);
