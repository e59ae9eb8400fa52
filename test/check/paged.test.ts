// @module-tag slow
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { check } from '../../scripts/check/engine/check.js';
import type { CheckOptions } from '../../scripts/check/model/options.js';
import { methods, type OpenApiDocument } from '../../scripts/contract/document.js';
import { createSandboxFor, defaultKey } from '../../scripts/sandbox/sandbox.js';
import { serveSandbox } from '../../scripts/sandbox/server/serve.js';
import { type PagedForm, pagedContract, pagedForms } from '../paged-contract.js';
import { sample } from '../sample.js';
import { words } from '../words.js';
import { accusations, everything } from './run.js';

const folder = mkdtempSync(join(tmpdir(), 'paged-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** The document with only these operations, because compiling all schemas takes time. */
function onlyWith(document: OpenApiDocument, kept: readonly string[]): OpenApiDocument {
  const paths = Object.entries(document.paths).flatMap(([path, item]) => {
    const left = methods.filter((method) => kept.includes(item[method]?.operationId ?? ''));
    const others = methods.filter((method) => !left.includes(method));
    return left.length === 0
      ? []
      : [[path, { ...item, ...Object.fromEntries(others.map((each) => [each, undefined])) }]];
  });
  return { ...document, paths: Object.fromEntries(paths) };
}

/** Checks a sandbox that follows this document. The check knows only some of its operations, or all. */
async function checked(
  document: OpenApiDocument,
  known: readonly string[] | undefined,
  options: Partial<CheckOptions>,
) {
  process.env['DIRECTORY_API_KEY'] = defaultKey;
  const file = join(folder, 'contract.json');
  writeFileSync(file, JSON.stringify(known ? onlyWith(document, known) : document));
  const sandbox = createSandboxFor(document)();
  const paths: string[] = [];
  const served = await serveSandbox({
    sandbox: {
      ...sandbox,
      fetch(request) {
        paths.push(request.url.slice(served.url.length));
        return sandbox.fetch(request);
      },
    },
  });
  try {
    return { report: await check({ baseUrl: served.url, contract: file, runs: 1, ...options }), paths };
  } finally {
    await served.close();
  }
}

/** Lists, one of them below another, and the writes to one type of resource. */
const shown = words`
  listDirectories getDirectory listPartnerEntries getPartnerEntry createPartnerEntry updatePartnerEntry
  deletePartnerEntry listEntries listTiers
`;

const tried = sample(pagedForms, pagedForms.length);

describe.each(tried)('a server whose lists have $name', (form) => {
  it('is correct under the contract that describes the pages, also in writes, and every page is read', async () => {
    const { report, paths } = await checked(pagedContract(form), shown, { writes: 'disposable', ...everything });
    expect(accusations(report)).toEqual([]);
    const lists = paths.filter((path) => /\/entries\/partners\/\?/.test(path));
    expect(new Set(lists).size).toBeGreaterThan(1);
  });
});

// Compiling the whole contract takes seconds, so only the long run does it.
it('a server with pages and a word before its keys keeps all of the contract', { tags: 'long' }, async () => {
  const [form] = pagedForms as [PagedForm];
  const { report } = await checked(pagedContract(form, 'Bearer'), undefined, { writes: 'disposable', ...everything });
  expect(accusations(report)).toEqual([]);
  // Coverage is the same as with a contract whose lists are arrays.
  const { operations, successTested, fields } = report.coverage;
  expect(successTested).toBe(operations);
  expect(fields.documented - fields.seen).toBeLessThan(3);
  const seen = new Map(report.evidence.map((entry) => [entry.unknown, entry.seen]));
  expect(seen.get('lists.envelope')).toContainEqual(
    expect.stringMatching(/^\d+ lists \(.* more\) return an object with the fields results, next, count\.$/),
  );
  // Only a list returns these matches.
  const matches = expect.stringMatching(/^All \d+ organization matches read have id/);
  expect(seen.get('resources.fields')).toContainEqual(matches);
});
