import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const project = resolve(import.meta.dirname, '../..');
const run = promisify(execFile);
/** No registry is asked for anything, and no test runner's settings reach the program. */
const env = { PATH: process.env['PATH'], HOME: process.env['HOME'], npm_config_offline: 'true', npm_config_audit: 'false', npm_config_fund: 'false' };

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tarball-'));
  await run('npm', ['run', 'dist'], { cwd: project });
  const { stdout } = await run('npm', ['pack', '--ignore-scripts', '--silent', '--pack-destination', folder], { cwd: project });
  // What the package depends on comes from this project's own folder.
  const names = await dependenciesOf('.');
  const local = Object.fromEntries(names.map((name) => [name, `file:${join(project, 'node_modules', name)}`]));
  const manifest = {
    private: true,
    dependencies: { ...local, 'directory-contract': `file:${stdout.trim()}` },
    overrides: Object.fromEntries(names.map((name) => [name, `$${name}`])),
  };
  await writeFile(join(folder, 'package.json'), JSON.stringify(manifest));
  await run('npm', ['install', '--install-links'], { cwd: folder, env });
}, 120_000);
afterAll(() => rm(folder, { recursive: true, force: true }));

async function dependenciesOf(path: string): Promise<string[]> {
  const { dependencies = {} } = JSON.parse(await readFile(join(project, path, 'package.json'), 'utf8')) as { dependencies?: Record<string, string> };
  const names = Object.keys(dependencies);
  const below = await Promise.all(names.map((name) => dependenciesOf(join('node_modules', name))));
  return [...new Set([...names, ...below.flat()])];
}

describe('the published package', () => {
  it('serves the sandbox from an empty folder without a network', async () => {
    const child = spawn('npx', ['directory-contract', 'sandbox', '--port', '0', '--state', 'state.jsonl'], { cwd: folder, env, detached: true });
    try {
      let printed = '';
      for await (const part of child.stdout.setEncoding('utf8').iterator({ destroyOnReturn: false })) {
        printed += part;
        if (/^curl .*\n/m.test(printed)) break;
      }
      const [line = ''] = /^curl .*$/m.exec(printed) ?? [];
      const { stdout } = await run('/bin/sh', ['-c', `${line} -s`]);
      expect(JSON.parse(stdout)).toMatchObject({ headline: 'Changed by hand' });
      expect(await readFile(join(folder, 'state.jsonl'), 'utf8')).toContain('Changed by hand');
    } finally {
      // npx is in between: the signal goes to the group that it leads, as Ctrl-C does.
      process.kill(-(child.pid ?? 0), 'SIGINT');
      await once(child, 'close');
    }
  });

  it('brings client and sandbox to a program that imports them', async () => {
    const program = `
      import { createDirectoryClient, operationTable } from 'directory-contract';
      import { createSandbox, defaultKey } from 'directory-contract/sandbox';
      const { fetch } = createSandbox();
      const client = createDirectoryClient({ baseUrl: 'http://127.0.0.1', apiKey: defaultKey, fetch });
      const result = await client.listDirectories();
      console.log(JSON.stringify([Object.keys(operationTable).length, result.ok && result.data.length]));`;
    await writeFile(join(folder, 'program.mjs'), program);
    const { stdout } = await run(process.execPath, ['program.mjs'], { cwd: folder, env });
    expect(JSON.parse(stdout)).toEqual([117, 2]);
  });

  it('checks a server from an empty folder, and as a function', async () => {
    const program = `
      import { spawnSync, spawn } from 'node:child_process';
      import { once } from 'node:events';
      import { check, cases } from 'directory-contract/check';
      const child = spawn(process.execPath, ['node_modules/directory-contract/dist/cli.js', 'sandbox', '--port', '0']);
      let printed = '';
      for await (const part of child.stdout.setEncoding('utf8').iterator({ destroyOnReturn: false })) {
        printed += part;
        if (printed.includes('curl ')) break;
      }
      const [baseUrl] = /http:[^ \\n]*:\\d+/.exec(printed);
      const flags = ['--base-url', baseUrl, '--include', 'named,inferred', '--writes', 'disposable', '--report', 'json=report.json', '--report', 'html=report.html'];
      const ran = spawnSync(process.execPath, ['node_modules/directory-contract/dist/cli.js', 'check', ...flags], { encoding: 'utf8' });
      const { verdict, coverage } = await check({ baseUrl });
      child.kill('SIGINT');
      await once(child, 'close');
      console.log(JSON.stringify({ status: ran.status, stdout: ran.stdout, verdict, inScope: coverage.inScope, cases: cases({ parameters: {} }).length > 0 }));`;
    await writeFile(join(folder, 'check.mjs'), program);
    const { stdout } = await run(process.execPath, ['check.mjs'], { cwd: folder, env: { ...env, DIRECTORY_API_KEY: 'sandbox-key' } });
    const said = JSON.parse(stdout) as { stdout: string };
    expect(said).toMatchObject({ status: 0, verdict: 'passed', inScope: 63, cases: true });
    expect(said.stdout).toContain('Success tested 117/117, refusals 117/117');
    expect(JSON.parse(await readFile(join(folder, 'report.json'), 'utf8'))).toMatchObject({ format: 1, verdict: 'passed', exitCode: 0 });
    expect(await readFile(join(folder, 'report.html'), 'utf8')).toContain('<svg');
  });

  it('names the licences of what is in it', async () => {
    const text = await readFile(join(folder, 'node_modules/directory-contract/dist/THIRD-PARTY-LICENSES.txt'), 'utf8');
    for (const name of ['commander', 'srvx', 'fastest-levenshtein', 'undici', 'ajv', 'fast-check', 'yaml']) expect(text).toMatch(new RegExp(`^${name} \\d`, 'm'));
  });

  it('says what is missing where the mock has no Prism', async () => {
    const failed = run('npx', ['directory-contract', 'mock', '--port', '0'], { cwd: folder, env });
    await expect(failed).rejects.toMatchObject({ code: 2, stderr: expect.stringMatching(/^Prism is not installed\. .*$/m) as string });
  });
});
