import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeAll, expect, it } from 'vitest';
import { ownTypeTools } from '../../scripts/build/artefacts/own-type-tools.js';
import { examplesOf } from '../../scripts/contract/example-walk.js';
import { eachOperation, successOf } from '../../scripts/contract/operations.js';
import { generatedFiles } from '../../scripts/generate/files.js';
import type * as published from '../../scripts/validators/index.js';
import { fieldAnswers } from '../answers/field-answers.js';
import { taughtWith } from '../answers/taught.js';
import { runProgram } from '../run-program.js';
import { temporaryFolder } from '../temporary-folder.js';

const { document, validators } = taughtWith({
  ...fieldAnswers,
  'auth.scheme-prefix': { value: 'Bearer' },
  'lists.envelope': { value: { items: '/results', next: '/next', total: '/count', page: { query: 'page' } } },
});
const folder = temporaryFolder('taught-code');
beforeAll(async () => {
  const watcher = { begin: () => undefined, end: () => undefined };
  const files = await generatedFiles(document, { tools: async () => ownTypeTools, form: 'esm', watcher });
  for (const { name, text } of files) writeFileSync(join(folder, name), text);
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
});

it('the code for answers to all questions about fields compiles under the strictest options', async () => {
  const compilerOptions = {
    ...{
      target: 'es2022',
      module: 'nodenext',
      lib: ['es2023', 'dom', 'dom.iterable'],
      noEmit: true,
      skipLibCheck: true,
    },
    ...{ strict: true, exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true, verbatimModuleSyntax: true },
    ...{ noUnusedLocals: true, noUnusedParameters: true, noPropertyAccessFromIndexSignature: true },
    ...{ isolatedModules: true, erasableSyntaxOnly: true, allowImportingTsExtensions: true },
    types: ['node'],
    typeRoots: [resolve('node_modules/@types')],
    paths: { 'directory-contract/runtime': [resolve('scripts/generate/run-time.ts')] },
  };
  const use = `import type { PartnerEntry } from './types.js';
export const entry = {} as PartnerEntry;
// @ts-expect-error answers require the title
export const without: PartnerEntry = { id: 'a' };
`;
  writeFileSync(join(folder, 'use.ts'), use);
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts'] }));
  const tsc = resolve('node_modules/typescript7/bin/tsc');
  const { stdout } = await runProgram(process.execPath, [tsc, '-p', folder, '--pretty', 'false', '--listFiles'], {
    cwd: folder,
  });
  expect(stdout).toContain(join(folder, 'examples.ts'));
  // The run time itself is checked with the options of this project.
  expect(stdout.split('\n').filter((line) => /^\w[^/]*\(\d+,\d+\): error/.test(line))).toEqual([]);
});

it('its validators agree with the schemas on examples of all responses, and on wrong values', async () => {
  const path = pathToFileURL(join(folder, 'validators.js')).href;
  const { validateResponses } = (await import(path)) as Pick<typeof published, 'validateResponses'>;
  const issues: unknown[] = [];
  const { onResponse } = validateResponses({ onIssue: (issue) => issues.push(issue) });
  const verdicts = { right: 0, wrong: 0 };
  for (const { id, method, path: schemaPath, operation } of eachOperation(document)) {
    const [status, response] = successOf(document, operation) ?? [];
    const judge = validators.answers[id];
    const request = new Request(`http://127.0.0.1${schemaPath.replaceAll(/[{}]/g, '')}`, {
      method: method.toUpperCase(),
    });
    for (const { value } of examplesOf(document, response?.content?.['application/json'])) {
      const mistaken = Object.keys(value as object).map((field) => ({ ...(value as object), [field]: { no: 1 } }));
      for (const each of Object.keys(response?.content ?? {})[0] === 'application/json' ? [value, ...mistaken] : []) {
        issues.length = 0;
        await onResponse?.({ request, schemaPath, response: Response.json(each, { status: Number(status) }) } as never);
        expect([id, issues.length === 0, each]).toEqual([id, judge?.(each), each]);
        verdicts[issues.length === 0 ? 'right' : 'wrong'] += 1;
      }
    }
  }
  expect(verdicts.right).toBeGreaterThan(100);
  expect(verdicts.wrong).toBeGreaterThan(400);
});
