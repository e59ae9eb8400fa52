// @module-tag slow
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { beforeAll, describe, expect, it } from 'vitest';
import { findSchemaErrors } from '../../scripts/contract/body-rules.js';
import { examplesOf } from '../../scripts/contract/example-walk.js';
import { isObject } from '../../scripts/contract/json.js';
import { isJson } from '../../scripts/contract/json-success.js';
import { eachOperation, successesOf } from '../../scripts/contract/operations.js';
import type * as published from '../../scripts/validators/index.js';
import { compilerErrors } from '../answers/compiled-code.js';
import { fieldAnswers } from '../answers/field-answers.js';
import { operationAnswers } from '../answers/operation-answers.js';
import { taughtWith } from '../answers/taught.js';
import { temporaryFolder } from '../temporary-folder.js';
import { writeFiles } from './made-files.js';

/** Programs that must compile, with uses that must be errors. */
const uses: Readonly<Record<string, string>> = {
  fields: `import { toPartnerEntryUpdate, withPartnerEntryUpdate } from './client.js';
import { partnerEntry } from './examples.js';
import type { CalloutCreate, PartnerEntry, PartnerEntryUpdate } from './types.js';
export const update: PartnerEntryUpdate = { tags: ['fast', 'local'] };
export const tags: string[] | undefined = toPartnerEntryUpdate({} as PartnerEntry).body.tags;
export const shown: PartnerEntry = withPartnerEntryUpdate({} as PartnerEntry, { tags: ['fast'] }).entry;
export const callout: CalloutCreate = { label: 'New' };
// @ts-expect-error the items are texts
export const wrong: PartnerEntryUpdate = { tags: [{ name: 'fast' }] };
export const factoryTags: string[] | undefined = partnerEntry({ tags: ['fast'] }).tags;
// @ts-expect-error the items are texts
partnerEntry({ tags: [1] });
// @ts-expect-error answers require the title
export const entry: PartnerEntry = { id: 'a' };
`,
  operations: `import { handlers } from 'directory-contract/msw';
import { createDirectoryClient, operationTable, type operations } from './client.js';
const directory = handlers<operations>('https://a.example', operationTable);
directory.getTier(({ path }) => new Response(path.level));
// @ts-expect-error another path has other parameters
directory.getTier(({ path }) => new Response(path.tier_id));
// @ts-expect-error an answer describes another response
directory.getTier(() => ({ title: 'Gold' }));
const client = createDirectoryClient({ baseUrl: 'https://a.example', apiKey: 'a' });
export const tier = client.getTier({ path: { directory_id: 'a', level: 'b' } });
// @ts-expect-error another path has other parameters
export const former = client.getTier({ path: { tier_id: 'a' } });
const deleted = await client.deleteTier({ path: { tier_id: 'a' } });
// @ts-expect-error one of its two statuses has no body
if (deleted.ok) deleted.data.detail;
if (deleted.ok) deleted.data?.['detail'];
`,
};

/** Copies of a value, each with one wrong field, also in an object inside it. */
const mistakesIn = (value: object): object[] =>
  Object.entries(value).flatMap(([field, innerValue]) => [
    { ...value, [field]: { no: 1 } },
    ...(isObject(innerValue) ? mistakesIn(innerValue).map((mistake) => ({ ...value, [field]: mistake })) : []),
  ]);

const values = (answers: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(answers).map(([id, value]) => [id, { value }]));

describe.each([
  ['fields', fieldAnswers],
  ['operations', values(operationAnswers)],
])('the code for answers to all questions about %s', (topic, answers) => {
  const { document, validators } = taughtWith(answers);
  const folder = temporaryFolder('taught-code');
  beforeAll(async () => {
    await writeFiles(folder, document);
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  });

  it('compiles under the strictest options', async () => {
    writeFileSync(join(folder, 'use.ts'), uses[topic] ?? '');
    expect(await compilerErrors(folder)).toEqual([]);
  });

  it('has factories on the run time of the package, which bundlers drop if nothing uses them', async () => {
    const alias = { 'directory-contract/runtime': resolve('scripts/generate/run-time.ts') };
    const bundled = async (use: string): Promise<string> => {
      const stdin = { contents: `import { badge } from './examples.ts'; ${use}`, resolveDir: folder };
      const options = { alias, bundle: true, format: 'esm', platform: 'node', write: false, minify: true } as const;
      return (await build({ stdin, ...options })).outputFiles[0]?.text ?? '';
    };
    expect(await bundled('')).toBe('');
    const text = await bundled('export const ids = badge.list(2).map(({ id }) => id.slice(-3));');
    expect(await import(`data:text/javascript,${encodeURIComponent(text)}`)).toMatchObject({ ids: ['001', '002'] });
  });

  it('has validators that agree with the schemas on examples of all responses, and on wrong values', async () => {
    const path = pathToFileURL(join(folder, 'validators.js')).href;
    const { validateResponses } = (await import(path)) as Pick<typeof published, 'validateResponses'>;
    const issues: unknown[] = [];
    const { onResponse } = validateResponses({ onIssue: (issue) => issues.push(issue) });
    const verdicts = { right: 0, wrong: 0 };
    for (const { id, method, path: schemaPath, operation } of eachOperation(document)) {
      const rule = validators.responses[id];
      const url = `http://127.0.0.1${schemaPath.replaceAll(/[{}]/g, '')}`;
      const request = new Request(url, { method: method.toUpperCase() });
      for (const [status, { content = {} }] of successesOf(document, operation)) {
        const [media = ''] = Object.keys(content);
        const values = isJson(media) ? examplesOf(document, content[media]).map(({ value }) => value) : [];
        const mistaken = (values as object[]).flatMap(mistakesIn);
        for (const each of [...values, ...mistaken]) {
          issues.length = 0;
          const response = Response.json(each, { status: Number(status) });
          await onResponse?.({ request, schemaPath, response } as never);
          expect([id, issues.length === 0, each]).toEqual([id, findSchemaErrors(rule, each).length === 0, each]);
          verdicts[issues.length === 0 ? 'right' : 'wrong'] += 1;
        }
        issues.length = 0;
        if (Object.keys(content).length > 0) continue;
        await onResponse?.({ request, schemaPath, response: new Response(null, { status: Number(status) }) } as never);
        expect([id, issues]).toEqual([id, []]);
      }
    }
    expect(verdicts.right).toBeGreaterThan(100);
    expect(verdicts.wrong).toBeGreaterThan(400);
  });
});
