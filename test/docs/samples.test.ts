import { readdir } from 'node:fs/promises';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it, type TestContext } from 'vitest';
import { contract } from '../../generated/contract.js';
import { operationTable } from '../../generated/operation-table.js';
import { type Sample, samplesOf } from '../../scripts/build/docs/pages/samples.js';
import type { OpenApiDocument } from '../../scripts/contract/document.js';
import { eachOperation } from '../../scripts/contract/operations.js';
import { createSandbox, defaultKey } from '../../scripts/sandbox/sandbox.js';
import { type SandboxServer, serveSandbox } from '../../scripts/sandbox/server/serve.js';
import { listenHere } from '../listen-here.js';
import { runProgram } from '../run-program.js';
import { home } from '../services/install.js';
import { temporaryFolder } from '../temporary-folder.js';
import { documentWith } from './hostile-document.js';
import { complaintsOf, type Done, languages, runModules, type SampleFile } from './samples-run.js';

async function leaveOutWithout(language: keyof typeof languages, context: TestContext): Promise<void> {
  const [program, ...args] = languages[language].needs;
  const { code } = await runProgram(program, args, { env: { ...process.env, HOME: home } }).catch(() => ({ code: 1 }));
  if (code !== 0) context.skip(`The command "${[program, ...args].join(' ')}" fails on this machine.`);
}

const others = Object.keys(languages) as (keyof typeof languages)[];

function samples(document: OpenApiDocument, language: Sample['language']): SampleFile[] {
  return [...eachOperation(document)].map(({ operation }) => ({
    name: operation.operationId,
    source: samplesOf(document, operation).find((sample) => sample.language === language)?.source ?? '',
  }));
}

// The compiler, the programs and the shell are separate processes, so they run concurrently.
describe.concurrent('the samples of the document', () => {
  let server: SandboxServer;
  let env: NodeJS.ProcessEnv;

  beforeAll(async () => {
    const sandbox = createSandbox();
    // Each sample sends one request, to a sandbox in its initial state.
    const fetch: typeof sandbox.fetch = (request) => {
      sandbox.reset();
      return sandbox.fetch(request);
    };
    server = await serveSandbox({ sandbox: { ...sandbox, fetch } });
    env = { DIRECTORY_BASE_URL: server.url, DIRECTORY_API_KEY: defaultKey };
  });
  afterAll(() => server.close());

  /** Returns the expected result of each sample: one request, which gets the success status of its operation. */
  function successes(files: readonly SampleFile[]): Record<string, unknown> {
    const success = (name: string): number => operationTable[name as keyof typeof operationTable].success;
    return Object.fromEntries(files.map(({ name }) => [name, { statuses: [success(name)], errors: [] }]));
  }

  it('compile if they are in TypeScript', { tags: 'long' }, async ({ expect }) => {
    expect(await complaintsOf(temporaryFolder('samples'), samples(contract, 'TypeScript'))).toBe('');
  });

  it('succeed on the sandbox if they are in TypeScript', { tags: 'slow' }, async ({ expect }) => {
    const files = samples(contract, 'TypeScript');
    expect(await runModules(temporaryFolder('samples'), files, env)).toEqual(successes(files));
  });

  it.for(others)('succeed on the sandbox if they are in %s', { tags: 'slow' }, async (language, context) => {
    await leaveOutWithout(language, context);
    const files = samples(contract, language);
    const results = await languages[language].run(temporaryFolder('samples'), files, env);
    context.expect(results).toEqual(successes(files));
  });

  it('have one argument of curl on each line, which is never broken', ({ expect }) => {
    const body = /-H 'Content-Type: application\/json'\n-d '[^']+'\n/;
    const url = /"\$DIRECTORY_BASE_URL\/[\w/-]+"\n/;
    const key = /-H "Authorization: \$DIRECTORY_API_KEY"\n/;
    const lines = new RegExp(`^curl(?: -X [A-Z]+)?\\n${url.source}${key.source}(?:${body.source})?$`);
    for (const { source } of samples(contract, 'curl')) expect(source.replaceAll(' \\\n  ', '\n')).toMatch(lines);
  });

  it('are not generated for operations of a different document', ({ expect }) => {
    const [first] = eachOperation(structuredClone(contract));
    expect(() => samplesOf(contract, first!.operation)).toThrow('Expected an operation object of this document');
  });
});

describe('examples that look like code', () => {
  const texts = [
    `it's "quoted" \`backticks\` $(touch x) \${HOME} $HOME !! !1 \\ \\' \\" \\n %41 @file # ; & | < > * ? [a] {a,b} ~`,
    `'; touch x; '`,
    '*/ // */',
    '</script><!--',
    'line\r\nend\t\0',
    '\u2028\u2029\u202e\u200b\ufeff\x7f\x9b',
    'é 漢 😀 \ud800',
    '"""; \'\'\'; \\u0022; x() //',
    '',
  ];
  // An object literal cannot have its own field with this name, so the body is parsed.
  const body = JSON.parse(
    '{"__proto__":{"a":[]},"constructor":null,"the service":-0.5e-7,' +
      `${texts.map((text) => `${JSON.stringify(text)}:${JSON.stringify([text, { text }])}`).join()}}`,
  ) as object;
  const id = `a b'"$(touch x)\`!*?[]{}&;<>|%2F#@:,+~é😀`;

  /** The contract with these values in the examples of one update. */
  function hostileDocument(): OpenApiDocument {
    const document = structuredClone(contract);
    Object.assign(document.components['securitySchemes']?.['ApiKey'] as object, { 'x-prefix': prefix });
    const examples = document.components['examples'] as Record<string, { value: unknown }>;
    examples['PartnerEntryUpdateHide']!.value = body;
    examples['PartnerEntryPublic']!.value = { id };
    for (const { operation } of eachOperation(document))
      operation.parameters = [
        ...(operation.parameters ?? []),
        { name, in: 'query', required: true, schema: { type: 'string' }, example: id },
        { name: 'X-Custom', in: 'header', required: true, schema: { type: 'string', default: prefix } },
        { name: 'unused', in: 'query', schema: { type: 'string' }, example: id },
      ];
    document.paths = Object.fromEntries(
      Object.entries(document.paths).flatMap(([path, { get, patch }]) =>
        [get, patch].some((each) => each && /^(getPartnerEntry|updatePartnerEntry)$/.test(each.operationId))
          ? [[path, { ...(get && { get }), ...(patch && { patch }) }]]
          : [],
      ),
    );
    return document;
  }

  /** The samples of small documents, in which one of these values is everywhere. */
  function samplesOfTexts(language: Sample['language']): SampleFile[] {
    return texts.flatMap((text, index) =>
      samples(documentWith(text), language).map((file) => ({ ...file, name: file.name + index })),
    );
  }

  interface Seen {
    segment: string;
    query: [string, string][];
    custom: unknown;
    body: unknown;
    authorization: string | undefined;
  }

  const key = `it's "$HOME" \`x\``;
  const name = `q'"$(touch x)`;
  const prefix = `Tok!n! 'a "b $HOME \`x\` \\`;

  /** Runs samples against a server that records requests; returns the requests. */
  async function arrived(run: (env: NodeJS.ProcessEnv) => Promise<Record<string, Done>>): Promise<Seen[]> {
    const seenViews: Seen[] = [];
    const server = createServer(async (request, response) => {
      const body = await text(request);
      response.setHeader('content-type', 'application/json').end('{}');
      seenViews.push({
        segment: decodeURIComponent(request.url?.split('/').at(-2) ?? ''),
        query: [...new URL(request.url ?? '', 'http://a').searchParams],
        custom: request.headers['x-custom'],
        body: body === '' ? undefined : JSON.parse(body),
        authorization: request.headers.authorization,
      });
    });
    const { url, close } = await listenHere(server);
    const results = await run({ DIRECTORY_BASE_URL: url, DIRECTORY_API_KEY: key }).finally(close);
    for (const each of Object.values(results)) expect(each).toEqual({ statuses: [200], errors: [] });
    return seenViews;
  }

  const expected = (authorization: string): Seen[] => [
    { segment: id, query: [[name, id]], custom: prefix, body: undefined, authorization },
    { segment: id, query: [[name, id]], custom: prefix, body, authorization },
  ];

  it.for(others)('stay data in the samples that are in %s', { tags: 'slow' }, async (language, context) => {
    await leaveOutWithout(language, context);
    const folder = temporaryFolder('samples');
    const files = [...samples(hostileDocument(), language), ...samplesOfTexts(language)];
    expect(await arrived((env) => languages[language].run(folder, files, env))).toEqual([
      ...expected(`${prefix} ${key}`),
      ...texts.map((text) => expect.objectContaining({ body: { [text]: [text] }, authorization: key })),
    ]);
    const names = await readdir(folder);
    expect(names).not.toContain('x');
    if (language === 'curl') expect(names).toEqual(['samples.sh']);
  });

  it('stay data in the samples that are in TypeScript', { tags: 'slow' }, async () => {
    const folder = temporaryFolder('samples');
    const files = samples(hostileDocument(), 'TypeScript');
    expect(await arrived((env) => runModules(folder, files, env))).toEqual(expected(key));
    const calls: unknown[] = [];
    const client = { updateThing: async (call: unknown) => ({ ok: true, data: calls.push(call) }) };
    for (const { source } of samplesOfTexts('TypeScript')) {
      const code = source.replace(/^import .*\n/, 'return (async () => {');
      await new Function('createDirectoryClient', 'console', `${code}})()`)(() => client, { log: () => undefined });
    }
    expect(calls).toMatchObject(texts.map((text) => ({ path: { id: text }, body: { [text]: [text] } })));
  });
});
