import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { build } from 'esbuild';
import ts from 'typescript';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { parse } from 'yaml';
import { ownTypeTools } from '../../scripts/build/artefacts/own-type-tools.js';
import { typesText } from '../../scripts/build/artefacts/types.js';
import { answersCommand } from '../../scripts/commands/answers.js';
import { diffCommand } from '../../scripts/commands/diff.js';
import { generateCommand } from '../../scripts/commands/generate.js';
import { sandboxCommand } from '../../scripts/commands/sandbox.js';
import { specCommand } from '../../scripts/commands/spec.js';
import { validateCommand } from '../../scripts/commands/validate.js';
import { clientFile } from '../../scripts/generate/client-file.js';
import { packageVersion } from '../../scripts/generated-file.js';
import { createDirectoryClient, type DirectoryRequestErrorCode } from '../../scripts/index.js';
import { createSandbox, createSandboxFor, defaultKey } from '../../scripts/sandbox/sandbox.js';
import { type SandboxServer, serveSandbox } from '../../scripts/sandbox/server/serve.js';
import { partnerEntry } from '../../scripts/validators/index.js';
import { taughtWith } from '../answers/taught.js';
import { ownEnvironment } from '../own-machine.js';
import { publishedProgram } from '../published-program.js';
import { type Ended, runProgram } from '../run-program.js';
import { temporaryFolder } from '../temporary-folder.js';
import { blocksOf, expectLines } from './guide-blocks.js';

const project = resolve(import.meta.dirname, '../..');
const usualAddress = 'http://127.0.0.1:4020';
const path = { directory_id: '0fd4340a-c3c4-4d8b-815a-f5be26abedae', entry_id: 'c07ef43e-b5f0-44d8-8c75-5f49fec498c9' };

/** Code of a guide that a reader puts into one file. Each line has the same number as in the guide. */
interface Program {
  name: string;
  text: string;
  modules: string[];
  /** The output that the guide shows in blocks of their own. */
  prints: string[];
}

/**
 * Returns the programs of a guide. A fence continues the first program in which the names that it imports have no other
 * meaning. Each fence opens a block inside the previous one, so that it can declare the same names again.
 */
function programsOf(guide: string, markdown: string): Program[] {
  const drafts: { lines: string[]; prints: string[]; names: Map<string, string>; others: Set<string> }[] = [];
  const length = markdown.split('\n').length;
  const blocks = blocksOf(markdown).filter(({ language }) => language === 'ts');
  for (const { source, line, prints } of blocks) {
    const { statements } = ts.createSourceFile('fence.ts', source, ts.ScriptTarget.ES2022);
    const [names, others] = [new Map<string, string>(), new Set<string>()];
    let rest = source;
    for (const statement of statements) {
      const text = source.slice(statement.getFullStart(), statement.end);
      const match = /^\s*import (type )?\{([^}]*)\} from '([^']*)';$/.exec(text);
      for (const name of match?.[2]?.split(',') ?? []) names.set(name.trim().replace(/^type /, ''), match?.[3] ?? '');
      if (!match && !ts.isImportDeclaration(statement) && !ts.isModuleDeclaration(statement)) continue;
      if (!match) others.add(text.trim().replaceAll('\n', ' '));
      rest = rest.replace(text, () => text.replaceAll(/[^\n]/g, ''));
    }
    let draft = drafts.find((each) => [...names].every(([name, from]) => (each.names.get(name) ?? from) === from));
    if (!draft) {
      draft = { lines: Array<string>(length).fill(''), prints: [], names: new Map(), others: new Set() };
      drafts.push(draft);
    }
    draft.lines.splice(line, rest.split('\n').length, '{', ...rest.split('\n').slice(0, -1));
    draft.prints.push(prints?.text ?? '');
    for (const [name, from] of names) draft.names.set(name, from);
    for (const other of others) draft.others.add(other);
  }
  return drafts.map(({ lines, prints, names, others }, index) => {
    const imports = [...names].map(([name, from]) => `import { ${name} } from '${from}';`);
    const text = [[...imports, ...others].join(' '), ...lines.slice(1), '}'.repeat(prints.length)].join('\n');
    const modules = [...new Set(names.values())];
    return { name: `${guide}-${index + 1}`, text, modules, prints };
  });
}

/** Returns the output that comments of a program promise: after `console.log(…);`, and in the next lines. */
function promised({ text }: Program): string {
  const matches = text.matchAll(/console\.log\(.*\);(?: \/\/ (.*))?((?:\n\/\/ .*)*)/g);
  return [...matches]
    .flatMap(([, same = '', after = '']) => [same, ...after.split('\n// ')])
    .filter((line) => line !== '')
    .join('\n');
}

const textOf = (guide: string): string => readFileSync(join(project, 'openapi/docs', `${guide}.md`), 'utf8');
const guides = ['quick-start', 'client', 'validators', 'testing', 'lists', 'versions'];
const programs = [...guides, 'authentication', 'check', 'errors', 'mock-and-sandbox'].flatMap((name) =>
  programsOf(name, textOf(name)),
);
const fence = (guide: string, language: string, part: string): string =>
  blocksOf(textOf(guide)).find((each) => each.language === language && each.source.includes(part))?.source ?? '';
const rowsOf = (guide: string, column: string): string[][] => {
  const [, table = ''] = textOf(guide).split(new RegExp(`^\\| ${column} \\|.*\\n.*\\n`, 'm')) ?? [];
  return (/^(?:\|.*\n)*/.exec(table)?.[0] ?? '')
    .split('\n')
    .slice(0, -1)
    .map((row) => row.split('|').slice(1, -1));
};

/** The targets of imports. Longer names come first, since an alias also matches names that begin with it. */
const sources = {
  'directory-contract/sandbox': 'scripts/sandbox/index.ts',
  'directory-contract/validators': 'scripts/validators/index.ts',
  'directory-contract/vitest': 'scripts/check/vitest.ts',
  'directory-contract/examples': 'generated/examples.ts',
  'directory-contract/msw': 'scripts/mock/msw.ts',
  'directory-contract/operations': 'generated/operations.ts',
  'directory-contract/tanstack-query': 'generated/tanstack-query.ts',
  'directory-contract/runtime': 'scripts/generate/run-time.ts',
  'directory-contract/schemas': 'generated/schemas',
  'directory-contract': 'scripts/index.ts',
};
const target = (mapped: (name: string, to: string) => [string, unknown]): Record<string, unknown> =>
  Object.fromEntries(Object.entries(sources).map(([name, to]) => mapped(name, join(project, to))));

const isTest = ({ modules }: Program): boolean => modules.some((name) => /vitest|playwright/.test(name));

/** The folder of the programs, and of the packages that they import. */
const folder = temporaryFolder('guides-code');
let plain: SandboxServer;
let taughtServer: SandboxServer;
/** Two slow programs that run while other tests do. */
let compiled: Promise<Ended>;
let tested: Promise<Ended>;

beforeAll(async () => {
  const { document, validators } = taughtWith(fence('lists', 'yaml', 'lists.envelope'));
  plain = await serveSandbox({ sandbox: createSandbox() });
  taughtServer = await serveSandbox({ sandbox: createSandboxFor(document, validators)() });
  for (const name of ['node_modules', 'generated']) symlinkSync(join(project, name), join(folder, name));
  for (const name of ['directory', 'dist']) mkdirSync(join(folder, name));
  const config = {
    ...{ target: 'es2022', module: 'nodenext', lib: ['es2023', 'dom', 'dom.iterable'], noEmit: true },
    ...{ strict: true, exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true, skipLibCheck: true },
    ...{ allowJs: true, checkJs: false, resolveJsonModule: true, types: ['node'] },
    paths: {
      ...target((name, to) => (name.endsWith('/schemas') ? [`${name}/*`, [`${to}/*`]] : [name, [to]])),
      '@playwright/test': [join(folder, 'playwright.d.ts')],
    },
  };
  const files = {
    'package.json': '{ "type": "module" }',
    'tsconfig.json': JSON.stringify({ compilerOptions: config, include: ['*-?.ts'] }),
    'directory/client.ts': clientFile(document, '//', packageVersion()),
    'directory/types.ts': await typesText(document, ownTypeTools),
    'playwright.d.ts':
      "import type { Page } from 'playwright-core';\n" +
      'export declare const test: (name: string, body: (fixtures: { page: Page }) => Promise<void>) => void;\n' +
      'export declare const expect: (found: unknown) => { toBeVisible(): Promise<void> };\n',
    'vitest.config.mjs':
      "export default { test: { include: ['guides.test.mjs'], server: { deps: { external: [/testing-1/] } } } };",
    'guides.test.mjs': "import './dist/testing-1.js';",
    ...Object.fromEntries(programs.map((program) => [`${program.name}.ts`, withAddress(program)])),
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  compiled = node('typescript7/bin/tsc', '--pretty', 'false', '--listFiles');
  await build({
    entryPoints: programs.map(({ name }) => join(folder, `${name}.ts`)),
    ...{ outdir: join(folder, 'dist'), bundle: true, platform: 'node', format: 'esm', packages: 'external' },
    alias: target((name, to) => [name, to]) as Record<string, string>,
  });
  tested = node('vitest/vitest.mjs', 'run', '--reporter', 'json');
});
afterEach(() => void vi.restoreAllMocks());
afterAll(async () => {
  await Promise.all([compiled, tested]);
  await plain.close();
  await taughtServer.close();
});

/** Returns the code of a program, with the address of the sandbox that it needs. */
function withAddress({ text, modules }: Program): string {
  return text.replaceAll(usualAddress, (modules.includes('./directory/client.js') ? taughtServer : plain).url);
}

async function reset(): Promise<void> {
  for (const { url } of [plain, taughtServer]) await fetch(`${url}/__sandbox/reset`, { method: 'POST' });
}

/** Runs a program of an installed package, in the folder. */
function node(program: string, ...args: string[]): Promise<Ended> {
  const env = ownEnvironment({ XDG_STATE_HOME: folder, DIRECTORY_API_KEY: defaultKey });
  return runProgram(process.execPath, [join(project, 'node_modules', program), ...args], { cwd: folder, env });
}

describe('the code of the guides', () => {
  it('is twelve programs, which compile under strict options', { tags: 'slow' }, async () => {
    expect(programs.map(({ name }) => name)).toEqual([
      ...['quick-start-1', 'client-1', 'validators-1', 'testing-1', 'testing-2', 'lists-1', 'lists-2', 'versions-1'],
      ...['authentication-1', 'check-1', 'errors-1', 'mock-and-sandbox-1'],
    ]);
    const { stdout } = await compiled;
    for (const { name } of programs) expect(stdout).toContain(`/${name}.ts\n`);
    const ours = /^(?:error|[a-z-]+-\d\.ts)/;
    expect(stdout.split('\n').filter((line) => ours.test(line))).toEqual([]);
  });

  it.each(programs.filter((each) => !isTest(each)))(
    'prints what the guide says: $name',
    { tags: 'slow' },
    async (program) => {
      const log = vi.spyOn(console, 'log').mockImplementation(() => undefined);
      vi.spyOn(console, 'warn').mockImplementation(() => undefined);
      vi.stubEnv('DIRECTORY_BASE_URL', plain.url);
      vi.stubEnv('DIRECTORY_API_KEY', defaultKey);
      await reset();
      await import(/* @vite-ignore */ join(folder, 'dist', `${program.name}.js`));
      const output = log.mock.calls.map((words) => words.map(String).join(' ')).join('\n');
      const expectedText = program.prints.join('').trim();
      expect(promised(program) + expectedText).not.toBe('');
      if (expectedText === '') expectLines(output, promised(program));
      else expect(output).toBe(expectedText);
    },
  );

  it('passes as tests, where it consists of tests', { tags: 'slow' }, async () => {
    const { stdout } = await tested;
    const { testResults } = JSON.parse(stdout.slice(stdout.indexOf('{'))) as {
      testResults: { assertionResults: { title: string; status: string; failureMessages: string[] }[] }[];
    };
    const results = testResults.flatMap(({ assertionResults }) => assertionResults);
    expect(results.filter(({ status }) => status !== 'passed')).toEqual([]);
    expect(results.map(({ title }) => title)).toEqual([
      'an entry can be hidden',
      'each value has its own id',
      'a directory can be empty',
      'a page of HTML in place of an entry is reported',
      'the third update fails, and later the tier is gone',
      'our fixture is a partner entry',
      'getFilter (named)',
      'updateFilter (stated)',
      'no violation in other operations',
      'the check reaches a verdict',
    ]);
  });

  it('runs as the quick start says, in its file and with its command', { tags: 'slow' }, async () => {
    await reset();
    const [command = '', file = ''] = /node (start\.mjs)/.exec(textOf('quick-start')) ?? [];
    const [start, root] = [join(folder, 'start'), join(await publishedProgram(), '../..')];
    const installed = join(start, 'node_modules/directory-contract');
    for (const name of ['package.json', 'dist/index.js'])
      cpSync(join(root, name), join(installed, name), { dereference: true });
    symlinkSync(join(project, 'node_modules/openapi-fetch'), join(start, 'node_modules/openapi-fetch'));
    writeFileSync(join(start, file), fence('quick-start', 'ts', '').replaceAll(usualAddress, plain.url));
    const ended = await runProgram('bash', ['-c', command], { cwd: start, env: ownEnvironment() });
    expect(ended).toMatchObject({ code: 0, stdout: 'Fjordline Data hidden\n', stderr: '' });
  });

  it('have a call of `raw`, which no sample of an operation has', () => {
    expect(fence('client', 'ts', 'await client.raw.GET(')).not.toBe('');
  });

  it('has as the quick start in curl a list, an update, and the entry that is hidden', async () => {
    await reset();
    const source = fence('quick-start', 'sh', 'curl').replaceAll(usualAddress, plain.url);
    const { code, stdout } = await runProgram('bash', ['-e', '-c', source], { env: ownEnvironment() });
    expect(code).toBe(0);
    expect(stdout).toMatch(/^\[\{/);
    const last = JSON.parse(stdout.slice(stdout.lastIndexOf('{"id":"c07ef43e'))) as Record<string, unknown>;
    expect(last).toMatchObject({ id: path.entry_id, title: 'Fjordline Data', status: 'hidden' });
  });
});

describe('a table of the guides', () => {
  it('has each code of an error, and no other', () => {
    const codes: Record<DirectoryRequestErrorCode, true> = {
      ...{ 'invalid-options': true, 'invalid-id': true, 'invalid-request': true, 'foreign-origin': true },
      ...{ timeout: true, aborted: true, redirect: true, network: true, 'too-large': true, 'invalid-body': true },
      refused: true,
    };
    const tableCodes = rowsOf('client', 'code').map(([code = '']) => code.replaceAll(/[ `]/g, ''));
    expect(tableCodes).toEqual(Object.keys(codes));
  });

  it.each(rowsOf('testing', 'fault'))('lists the result in code of the fault%sin%s: %s', async (fault, when, sees) => {
    const sandbox = createSandbox({ faults: [unquoted(fault)] });
    const served = when.includes('socket') ? await serveSandbox({ sandbox }) : undefined;
    const client = createDirectoryClient({
      ...(served ? { baseUrl: served.url, retries: 0 } : { baseUrl: 'http://127.0.0.1', fetch: sandbox.fetch }),
      apiKey: defaultKey,
      timeout: unquoted(sees) === 'timeout' ? 300 : 5000,
    });
    const update = () => client.updatePartnerEntry({ path, body: { headline: 'New' } });
    if (when.includes('after an update')) await update();
    const methods = client as unknown as Record<string, (call: object) => Promise<{ status: number }>>;
    const call = async () =>
      unquoted(when) === 'updatePartnerEntry' ? update() : methods[unquoted(when)]?.({ path }).catch((error) => error);
    for (const _ of Array(when.includes('fifth') ? 4 : when.includes('seventh') ? 6 : 0)) await call();
    const { status, code, data } = await call();
    await served?.close();
    expect(String(code ?? status)).toBe(unquoted(sees));
    if (sees.includes('text in')) expect(partnerEntry.validate(data).issues?.[0]?.pointer).toBe('/featured');
    if (sees.includes('old values')) expect(data).not.toMatchObject({ headline: 'New' });
  });
});

it('the commands of the guides exist, with their options', () => {
  const commands = new Map(
    [sandboxCommand, generateCommand, diffCommand, answersCommand, specCommand, validateCommand]
      .map((create) => create())
      .map((each) => [each.name(), each]),
  );
  const lines = guides.flatMap((guide) => [
    ...textOf(guide).matchAll(/npx (?:--yes )?directory-contract(?:@\w+)? (\w+)([^`\n]*)/g),
  ]);
  expect(lines.length).toBeGreaterThan(5);
  for (const [line, name = '', rest = ''] of lines) {
    const options = commands.get(name)?.options.map(({ long }) => long);
    for (const flag of rest.match(/--[\w-]+/g) ?? ['--help'])
      expect([...(options ?? []), '--help'], line).toContain(flag);
    expect(commands.has(name), line).toBe(true);
  }
});

it('the file for containers and the client beside it name the same host', () => {
  const { services } = parse(fence('client', 'yaml', 'services')) as { services: Record<string, { command: string }> };
  const [, host = ''] = /--allow-host (\S+)$/.exec(services['sandbox']?.command ?? '') ?? [];
  expect(host).toBe('sandbox:4020');
  const code = fence('client', 'ts', 'allowInsecure');
  for (const part of [`baseUrl: 'http://${host}'`, `allowInsecure: ['${host}']`]) expect(code).toContain(part);
});

/** Returns the first name in backticks. */
function unquoted(cell = ''): string {
  return /`(.*?)`/.exec(cell)?.[1] ?? '';
}
