import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import type { CheckReport } from '../../scripts/check/model/report/report.js';
import { createSandbox, defaultKey } from '../../scripts/sandbox/sandbox.js';
import { serveSandbox } from '../../scripts/sandbox/server/serve.js';
import { addressOfNobody } from '../listen-here.js';
import { type Ended, runProgram } from '../run-program.js';
import { type CiMachine, ciMachine, devDependencies, newest, project, version } from './ci-machine.js';
import { type Job, type JobRun, runJob, type Workflow } from './github-runner.js';
import { elementsOf } from './xml-elements.js';

const recipe = (name: string): string => readFileSync(join(project, 'recipes', name), 'utf8');
const job = (name: string, id: string): Job => (parse(recipe(name)) as Workflow).jobs[id] as Job;

let machine: CiMachine;
let right: { url: string; close(): Promise<void> };
let wrong: typeof right;
/** A server that appends to lists instead of replacing them, so no update can restore a list. */
let adding: typeof right;
let baseline: string;
beforeAll(async () => {
  const served = (...faults: string[]) => serveSandbox({ sandbox: createSandbox({ faults }) });
  [machine, right, wrong, adding] = await Promise.all([
    ciMachine(),
    served(),
    served('wrong-type'),
    served('array-appends'),
  ]);
  // Makes the baseline with the command from the comment of the recipe.
  const [, command = ''] = /^# {3}(npx .* --update-baseline)$/m.exec(recipe('github-server.yml')) ?? [];
  const cwd = machine.folder();
  const env = { ...onServer(right.url), npm_config_yes: 'true' };
  const result = await runProgram('sh', ['-c', command], { cwd, env });
  if (result.code !== 0) throw new Error(`${command}\n${result.stderr}`);
  baseline = readFileSync(join(cwd, 'directory-contract.baseline.json'), 'utf8');
});
afterAll(async () => {
  await Promise.all([right.close(), wrong.close(), adding.close()]);
  machine[Symbol.dispose]();
});

function onServer(url: string): Record<string, string> {
  return { ...machine.environment, DIRECTORY_BASE_URL: url, DIRECTORY_API_KEY: defaultKey };
}

function contextsOf(url: string, service = '.'): Record<string, string> {
  return { 'inputs.base-url': url, 'inputs.folder': service, 'secrets.DIRECTORY_API_KEY': defaultKey };
}

/** Returns the work tree of a team that has a server. */
function serverTree(service = '.'): string {
  const folder = machine.folder();
  mkdirSync(join(folder, service), { recursive: true });
  writeFileSync(join(folder, service, 'directory-contract.baseline.json'), baseline);
  return folder;
}

// Packing, installing and checking take half a minute of processor time. `recipes.test.ts` tests the text of the files.
describe('the recipe for a server on GitHub', { tags: 'long' }, () => {
  async function checked(
    url: string,
    service = '.',
  ): Promise<JobRun & { check: Ended | undefined; folder: string; keptPath: string }> {
    const folder = serverTree(service);
    const { environment } = machine;
    const contexts = contextsOf(url, service);
    const result = await runJob(job('github-server.yml', 'check'), { folder, environment, contexts });
    const keptPath = String(result.used.at(-1)?.with?.['path']).replace('${{ inputs.folder }}', service);
    return { ...result, check: result.steps['Check the server'], folder, keptPath };
  }

  it('passes a correct server, with a summary and reports to keep', async () => {
    const { failed, summary, check, keptPath, folder } = await checked(right.url);
    expect(check?.stderr).toContain('Passed');
    expect(failed).toBe(false);
    expect(summary).toMatch(/^## ✅ Contract check: passed$/m);
    expect(check?.stdout).toMatch(/^::notice title=Contract check%3A passed::.*\n$/i);
    expect(readdirSync(join(folder, keptPath)).sort()).toEqual(['check.json', 'evidence.md', 'junit.xml']);
    expect(elementsOf(readFileSync(join(folder, keptPath, 'junit.xml'), 'utf8'))).not.toHaveProperty('failure');
  });

  it('checks a service in a folder of its repository, with the baseline there, and keeps its reports', async () => {
    const { failed, keptPath, folder, check } = await checked(right.url, 'services/a');
    expect({ failed, keptPath }).toEqual({ failed: false, keptPath: 'services/a/reports/' });
    expect(readdirSync(join(folder, keptPath)).sort()).toEqual(['check.json', 'evidence.md', 'junit.xml']);
    expect(check?.stderr).toContain('Passed');
  });

  it('fails at a violation, with an annotation, and still keeps the reports', async () => {
    const { failed, summary, check, used, folder } = await checked(wrong.url);
    expect({ failed, code: check?.code }).toEqual({ failed: true, code: 1 });
    expect(summary).toMatch(/^## ❌ Contract check: /m);
    expect(check?.stdout).toMatch(/^::error title=.* Contract: directory-contract\/openapi\.yaml:\d+\. More: /m);
    expect(used.at(-1)).toMatchObject({ uses: expect.stringContaining('upload-artifact') as string });
    expect(elementsOf(readFileSync(join(folder, 'reports/junit.xml'), 'utf8'))['failure']).toBeGreaterThan(0);
  });
});

describe('the recipe for a server in four parts on GitHub', { tags: 'long' }, () => {
  /** Runs all jobs, and passes on files like the artefacts and the cache of GitHub. */
  async function checked(url: string, last?: string): Promise<{ parts: JobRun[]; merge: JobRun; whole: string }> {
    const { environment } = machine;
    const together = machine.folder();
    const parts = await Promise.all(
      [1, 2, 3, 4].map(async (part) => {
        const folder = serverTree();
        if (last !== undefined) writeFileSync(join(folder, 'whole.json'), last);
        const contexts = { ...contextsOf(url), 'matrix.part': String(part) };
        const result = await runJob(job('github-shards.yml', 'part'), { folder, environment, contexts });
        const inputs = result.used.at(-1)?.with;
        expect(inputs?.['path']).toBe('parts/');
        const name = String(inputs?.['name']).replace('${{ matrix.part }}', String(part));
        mkdirSync(join(together, 'parts', name), { recursive: true });
        const report = readFileSync(join(folder, 'parts/part.json'), 'utf8');
        writeFileSync(join(together, 'parts', name, 'part.json'), report);
        expect((JSON.parse(report) as CheckReport).run.shard?.timings !== undefined).toBe(last !== undefined);
        return result;
      }),
    );
    const merge = await runJob(job('github-shards.yml', 'merge'), { folder: together, environment });
    const { steps } = job('github-shards.yml', 'times');
    const [restoredStep, savedStep] = [steps[0], merge.used.find(({ uses }) => uses?.includes('cache/save'))];
    expect(savedStep?.with).toEqual({ path: restoredStep?.with?.['path'], key: restoredStep?.with?.['key'] });
    expect(savedStep?.with?.['key']).toContain(restoredStep?.with?.['restore-keys']);
    return { parts, merge, whole: readFileSync(join(together, savedStep?.with?.['path'] as string), 'utf8') };
  }

  it('has the verdict of one run, and is divided by the times of the previous run', async () => {
    const first = await checked(right.url);
    expect(first.merge).toMatchObject({ failed: false });
    expect(first.merge.summary).toMatch(/^## ✅ Contract check: passed$/m);
    const report = JSON.parse(first.whole) as CheckReport;
    expect(report.coverage).toMatchObject({ inScope: 63, successTested: 61 });

    const second = await checked(wrong.url, first.whole);
    expect(second.parts.map(({ failed }) => failed)).toEqual([false, false, false, false]);
    const outputs = second.parts.map(({ steps }) => steps['Check a part of the server']?.stdout ?? '');
    expect(outputs.filter((text) => text.includes('Failed'))).not.toEqual([]);
    expect(second.merge).toMatchObject({ failed: true, steps: { 'Merge them': { code: 1 } } });
    expect(second.merge.summary).toMatch(/^## ❌ Contract check: /m);
    expect((JSON.parse(second.whole) as CheckReport).coverage.inScope).toBe(63);
  });
});

describe('the recipe for a server on GitLab', { tags: 'long' }, () => {
  interface GitLabJob {
    script: string[];
    variables: Record<string, string>;
    artifacts: { when: string; paths: string[]; reports: { junit: string } };
  }
  const jobs = parse(recipe('gitlab-ci.yml')) as Record<string, GitLabJob>;
  const { script, artifacts, variables } = jobs['directory-contract'] as GitLabJob;
  const expand = (path: string): string => path.replace(/\$(\w+)/g, (_, name: string) => variables[name] ?? '');

  it.concurrent.each([
    ['right', 0],
    ['wrong', 1],
  ] as const)('ends with the verdict on a %s server, and writes the files that it keeps', async (which, code) => {
    const folder = serverTree();
    const env = { ...onServer({ right, wrong }[which].url), CI: 'true', GITLAB_CI: 'true', ...variables };
    const result = await runProgram('bash', ['-eo', 'pipefail', '-c', script.join('\n')], { cwd: folder, env });
    expect(result.code).toBe(code);
    const { failure = 0 } = elementsOf(readFileSync(join(folder, expand(artifacts.reports.junit)), 'utf8'));
    expect(failure > 0).toBe(code === 1);
    for (const path of artifacts.paths) expect(existsSync(join(folder, expand(path)))).toBe(true);
    expect(artifacts.when).toBe('always');
  });
});

describe('the recipe in plain shell', { tags: 'long' }, () => {
  async function run(env: Record<string, string>, ...args: string[]): Promise<Ended & { reports: string[] }> {
    const cwd = machine.folder();
    const result = await runProgram('sh', [join(project, 'recipes/check.sh'), ...args], { cwd, env });
    return { ...result, reports: existsSync(join(cwd, 'reports')) ? readdirSync(join(cwd, 'reports')).sort() : [] };
  }
  const offline = () => ({
    npm_config_registry: 'http://127.0.0.1:9',
    npm_config_cache: machine.folder(),
    npm_config_offline: 'true',
  });

  it.concurrent.each([
    ['a correct server', () => run(onServer(right.url)), 0, 'The server follows the contract.'],
    [
      'a faulty server',
      () => run(onServer(wrong.url), '--strict', '--only', 'getPartnerEntry'),
      1,
      'The server violates the',
    ],
    [
      'a server that cannot be restored',
      () => run(onServer(adding.url), '--writes', 'roundtrip', '--settle', '0.1', '--only', 'updatePartnerEntry'),
      5,
      'The check could not restore everything',
    ],
    ['a key that is missing', () => run({ ...onServer(right.url), DIRECTORY_API_KEY: '' }), 2, 'The check did not run'],
    ['an unreachable server', () => run(onServer('http://127.0.0.1:9')), 3, 'No verdict'],
    ['a package out of reach', () => run({ ...onServer(wrong.url), ...offline() }), 2, 'could not be fetched'],
  ] as const)('reports by its exit code: %s', async (_, execute, code, message) => {
    const { code: exitCode, stdout, stderr, reports: writtenValues } = await execute();
    const reports = code === 2 ? [] : ['evidence.md', 'junit.xml', 'summary.md'];
    expect({ ended: exitCode, written: writtenValues }).toEqual({ ended: code, written: reports });
    expect(code === 0 ? stdout : stderr).toContain(message);
  });
});

describe('the recipe for a container', { tags: 'long' }, () => {
  it('installs the package as the command with its name', async () => {
    const [, install = ''] = /^RUN (.*)$/m.exec(recipe('Dockerfile')) ?? [];
    const prefix = machine.folder();
    const env = { ...machine.environment, VERSION: version, npm_config_prefix: prefix };
    expect(await runProgram('sh', ['-ec', install], { cwd: prefix, env })).toMatchObject({ code: 0 });
    const { stdout } = await runProgram(join(prefix, 'bin/directory-contract'), ['--help'], { cwd: prefix, env });
    expect(stdout).toContain('Usage: directory-contract');
  });
});

describe('the recipe for a consumer', { tags: 'long' }, () => {
  let lock: string;
  const files = {
    'package.json': JSON.stringify({
      type: 'module',
      scripts: { test: 'node test.js' },
      dependencies: { 'directory-contract': version },
      devDependencies: { typescript: devDependencies.typescript },
    }),
    'tsconfig.json': JSON.stringify({
      compilerOptions: { module: 'nodenext', strict: true, lib: ['es5'], types: [] },
      files: ['use.ts'],
    }),
    'use.ts':
      `import type { PartnerEntry } from 'directory-contract';\n` +
      `export const title = (entry: PartnerEntry): string => entry.title ?? '';\n`,
    'test.js': `
      const url = process.env.DIRECTORY_BASE_URL + '/api/directory/private/v1alpha/directories/';
      const response = await fetch(url, { headers: { Authorization: process.env.DIRECTORY_API_KEY } });
      console.log('directories', (await response.json()).length);`,
  };
  beforeAll(async () => {
    const cwd = consumerTree();
    await runProgram('npm', ['install', '--package-lock-only'], { cwd, env: machine.environment });
    lock = readFileSync(join(cwd, 'package-lock.json'), 'utf8');
  });

  function consumerTree(): string {
    const folder = machine.folder();
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
    return folder;
  }

  async function runRecipe(id: string, prepare: (folder: string) => Promise<unknown> = async () => 0): Promise<JobRun> {
    const folder = consumerTree();
    await prepare(folder);
    writeFileSync(join(folder, 'package-lock.json'), lock);
    // The port in the recipe may be in use on this machine, so a free port replaces it.
    const { url } = await addressOfNobody();
    const environment = { ...machine.environment, DIRECTORY_BASE_URL: url };
    return runJob(job('github-consumer.yml', id), { folder, environment });
  }

  it('runs the type checker, and the tests on a sandbox', async () => {
    const { failed, steps } = await runRecipe('test');
    expect({ failed, steps }).toMatchObject({ failed: false });
    expect(steps['Tests on the sandbox']?.stdout).toContain('directories 2');
  });

  it('fails if the generated files do not match the answers', async () => {
    const answers = 'answers: { lists.envelope: { value: { items: /results } } }\n';
    const answer = (folder: string): void => writeFileSync(join(folder, 'directory.answers.yaml'), answers);
    const missingRun = await runRecipe('test', async (folder) => answer(folder));
    expect(missingRun.steps['Generated files']?.stderr).toContain('src/directory/client.ts is missing.\n');
    expect(missingRun.failed).toBe(true);
    const result = await runRecipe('test', async (cwd) => {
      answer(cwd);
      const loader = join(project, 'node_modules/tsx/dist/loader.mjs');
      const args = ['--import', loader, join(project, 'scripts/cli.ts'), 'generate', '--out', 'src/directory'];
      expect(await runProgram(process.execPath, args, { cwd, env: machine.environment })).toMatchObject({ code: 0 });
    });
    expect(result.steps['Generated files']).toMatchObject({
      code: 0,
      stdout: 'src/directory/ is up to date: 6 files.\n',
    });
  });

  it('reports once a week the changes of the newest version, and the consumer types that they break', async () => {
    const { failed, summary, steps } = await runRecipe('newest');
    expect(summary).toMatch(/^### What .*\n[\s\S]*listDirectories/);
    expect(steps['Types with the newest version']?.stdout).toContain("Property 'title' does not exist");
    // The command of the newest version would throw this message.
    expect(JSON.stringify(steps)).not.toContain('not been reviewed');
    expect(failed).toBe(true);
    expect(newest > version).toBe(true);
  });
});

describe('the recipe for the maintainers', { tags: 'long' }, () => {
  /** Replaces `npm`, which would publish, and `.ci/run`, which would run this test again. */
  async function published(tag: string): Promise<{ failed: boolean; called: string[] }> {
    const folder = machine.folder();
    const record = join(folder, 'called');
    writeFileSync(record, '');
    for (const path of ['bin/npm', '.ci/run']) {
      mkdirSync(join(folder, path, '..'), { recursive: true });
      writeFileSync(join(folder, path), `#!/bin/sh\necho ${path} "$@" >> ${record}\n`, { mode: 0o755 });
    }
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ version }));
    const environment = {
      ...machine.environment,
      PATH: [join(folder, 'bin'), machine.environment['PATH']].join(delimiter),
      GITHUB_REF_NAME: tag,
    };
    const { failed } = await runJob(job('publish.yml', 'publish'), { folder, environment });
    return { failed, called: readFileSync(record, 'utf8').trim().split('\n') };
  }

  it('runs all tests and a dry run of the release, and publishes with provenance', async () => {
    expect(await published(`v${version}`)).toEqual({
      failed: false,
      called: ['.ci/run', 'bin/npm run release -- --dry-run', 'bin/npm publish --provenance --access public'],
    });
  });

  it('publishes nothing if the tag differs from the version of the package', async () => {
    expect(await published('v9.9.9')).toEqual({ failed: true, called: [''] });
  });
});
