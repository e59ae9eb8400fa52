// Uses each entry point, imported or required, for a small job. The promise rejects if one of the jobs fails.
import assert from 'node:assert/strict';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const answersText = `answers:
  auth.scheme-prefix: { value: Bearer }
  lists.envelope: { value: { items: /results } }
`;

export async function doJobs({ root, validators, examples, sandbox, mock, check }) {
  const { createSandbox, defaultKey } = sandbox;
  const inMemory = createSandbox();
  const client = root.createDirectoryClient({
    baseUrl: 'http://127.0.0.1',
    apiKey: defaultKey,
    fetch: (request) => inMemory.fetch(request),
  });
  const issues = [];
  client.raw.use(validators.validateResponses({ onIssue: (issue) => issues.push(issue) }));

  const directories = await client.listDirectories();
  assert.equal(directories.ok, true);
  const [{ id: directory_id }] = directories.data;
  const entries = await client.listPartnerEntries({ path: { directory_id } });
  assert.equal(entries.ok, true);
  const [entry] = entries.data;
  const pagedEntries = [];
  for await (const each of client.pages.listPartnerEntries({ path: { directory_id } })) pagedEntries.push(each);
  assert.deepEqual(pagedEntries, entries.data);
  assert.equal(validators.partnerEntry.is(entry), true);
  const { body } = root.toPartnerEntryUpdate(entry);
  assert.equal(validators.partnerEntryUpdate.validate({ ...body, title: 1 }).issues.length, 1);
  const updated = await client.updatePartnerEntry({
    path: { directory_id, entry_id: entry.id },
    body: { ...body, headline: 'Changed' },
  });
  assert.equal(updated.ok && updated.data.headline, 'Changed');
  assert.equal(root.withPartnerEntryUpdate(entry, { headline: 'Changed' }).entry.headline, 'Changed');
  assert.deepEqual(issues, []);
  assert.equal(Object.keys(root.operationTable).length > 100, true);
  await assert.rejects(
    async () => root.createDirectoryClient({ baseUrl: 'http://directory.example.com', apiKey: 'a' }),
    root.DirectoryRequestError,
  );

  assert.equal(validators.partnerEntry.is(examples.partnerEntryHidden), true);
  assert.equal(examples.partnerEntryHidden.status, 'hidden');

  await assert.rejects(mock.startMock(), {
    message: /^Prism is not installed\. Run "npm install [^"]+", then try again\.$/,
  });

  const { verdict, coverage } = await check.check({ baseUrl: process.env.DIRECTORY_BASE_URL });
  assert.equal(verdict, 'passed');
  assert.equal(coverage.inScope > 50, true);
  assert.equal(check.cases({ parameters: {} }).length > 0, true);
  await doTaughtJobs({ root, validators, sandbox, mock, check });
}

/** Uses the same entry points with answers to open questions. */
async function doTaughtJobs({ root, validators, sandbox, mock, check }) {
  const answers = join(mkdtempSync(join(tmpdir(), 'answers-')), 'directory.answers.yaml');
  writeFileSync(answers, answersText);
  const sandboxWithAnswers = sandbox.createSandbox({ answers });
  const { path } = root.operationTable.listDirectories;
  const url = `http://127.0.0.1${path}`;
  const authorization = `Bearer ${sandbox.defaultKey}`;
  const response = await sandboxWithAnswers.fetch(new Request(url, { headers: { authorization } }));
  const page = await response.clone().json();
  assert.equal(page.results.length > 0, true);

  const issues = [];
  const { onResponse } = validators.validateResponses({ answers, onIssue: (issue) => issues.push(issue) });
  await onResponse({ request: new Request(url), response, schemaPath: path });
  assert.deepEqual(issues, []);
  await onResponse({ request: new Request(url), response: Response.json(page.results), schemaPath: path });
  assert.deepEqual(issues, [
    {
      operationId: 'listDirectories',
      status: 200,
      message: 'Expected an object, found an array.',
      path: [],
      pointer: '',
    },
  ]);

  assert.equal(check.cases({ answers, parameters: {} })[0].request.key, 'right');
  await assert.rejects(mock.startMock({ answers }), { message: /^Prism is not installed\./ });
  writeFileSync(answers, 'answers: { auth.sheme-prefix: { value: Bearer } }');
  assert.throws(() => sandbox.createSandbox({ answers }), {
    message: /answers\.yaml:1:12: .*Did you mean auth\.scheme-prefix\?/,
  });
}
