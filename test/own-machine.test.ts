import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join, sep } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { onOwnMachine, ownEnvironment } from './own-machine.js';

const run = promisify(execFile);

it('tests have their own home folder, and so do all programs that they start', async () => {
  expect(homedir().startsWith(join(tmpdir(), 'tests-home-'))).toBe(true);
  const print = ['-p', 'JSON.stringify([os.homedir(), process.env.npm_config_cache])'];
  for (const env of [process.env, ownEnvironment()]) {
    const { stdout } = await run(process.execPath, print, { env });
    expect(JSON.parse(stdout)).toEqual([homedir(), join(homedir(), 'npm-cache')]);
  }
});

it('no cache, configuration or leftover of this machine reaches a test', () => {
  const machine = {
    PATH: '/bin',
    HOME: '/home/a',
    TMPDIR: '/tmp/with a space',
    LANG: 'C',
    npm_execpath: '/bin/npm.js',
    XDG_STATE_HOME: '/home/a/state',
    XDG_CACHE_HOME: '/home/a/cache',
    NODE_PATH: '/home/a/modules',
    DIRECTORY_API_KEY: 'a-key',
    DIRECTORY_BASE_URL: 'https://directory.example.com',
    npm_config_cache: '/home/a/.npm',
    NPM_CONFIG_REGISTRY: 'https://registry.example.com',
    npm_config_offline: 'true',
    npm_config_userconfig: '/home/a/.npmrc',
    npm_package_name: 'a',
  };
  const own = onOwnMachine(machine, '/tmp/home');
  expect(own).toMatchObject({
    PATH: '/bin',
    HOME: '/tmp/home',
    TMPDIR: '/tmp/with a space',
    LANG: 'C',
    npm_execpath: '/bin/npm.js',
  });
  expect(JSON.stringify(own)).not.toMatch(/\/home\/a\b|example\.com|a-key|"true"/);
});

it('no test gives a program a different environment', () => {
  const files = readdirSync('test', { recursive: true, encoding: 'utf8' }).filter(
    (path) => path.endsWith('.ts') && !/^own-machine|node_modules/.test(path),
  );
  expect(files.length).toBeGreaterThan(250);
  // Without HOME, a program uses the real home folder of the user.
  const otherFiles = files.filter((path) =>
    /\bPATH: process\.env|\benv: \{ (?!\.\.\.)/.test(readFileSync(join('test', path), 'utf8')),
  );
  expect(otherFiles.map((path) => path.replaceAll(sep, '/'))).toEqual([]);
});
