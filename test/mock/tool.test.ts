// @module-tag slow
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import { createServer } from 'node:net';
import { join, resolve, sep } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  fetchTool,
  findTool,
  openapiTypescript,
  prism,
  redocly,
  type Tool,
  toMissingToolError,
} from '../../scripts/system/tool.js';
import { UsageError } from '../../scripts/text/usage-error.js';
import { listenHere } from '../listen-here.js';
import { temporaryFolder } from '../temporary-folder.js';
import { npmSettings, type Registry, registryOf } from './registry.js';

const run = promisify(execFile);
const project = resolve(import.meta.dirname, '../..');

/** A program that prints the version of its dependency. */
const toy: Tool = {
  name: 'Toy',
  packages: { '@toys/tool': '1.0.0', 'toy-part': '1.2.0' },
  program: 'bin/toy.js',
  installedMegabytes: 1,
};
const sentence =
  'Toy is not installed. Run "npm install --save-dev --save-exact @toys/tool@1.0.0 toy-part@1.2.0", then try again.';

const folder = temporaryFolder('tool');
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

interface Fetched {
  program?: string;
  error?: unknown;
  said: string[];
}

/** Fetches a tool with these npm settings. The call reads them at its start, so several calls can run concurrently. */
async function fetchUnder(env: Readonly<Record<string, string>>, tool: Tool = toy): Promise<Fetched> {
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
  const said: string[] = [];
  const fetching = fetchTool(tool, (line) => said.push(line)).then(
    (program) => ({ program }),
    (error: unknown) => ({ error }),
  );
  vi.unstubAllEnvs();
  return { ...(await fetching), said };
}

it('the versions of the tools, also of all parts of Prism, are those that this project itself uses', () => {
  type Versions = Record<string, string>;
  const manifest = JSON.parse(readFileSync(join(project, 'package.json'), 'utf8')) as Record<string, Versions>;
  const { devDependencies, overrides } = manifest;
  for (const { packages } of [prism, redocly, openapiTypescript])
    expect({ ...overrides, ...devDependencies }).toMatchObject(packages);
  // The project pins parts whose version differs from what Prism requests.
  expect(Object.keys(prism.packages)).toEqual(expect.arrayContaining(Object.keys(overrides ?? {})));
});

describe('an installed tool', () => {
  it.each([prism, redocly])('is found: $name', async (tool) => {
    const program = findTool(tool) ?? '';
    const { stdout } = await run(process.execPath, [program, '--version'], { cwd: folder });
    expect(stdout.trim()).toBe(Object.values(tool.packages)[0]);
  });

  it('is also found from the current folder, in any version', () => {
    const home = join(folder, 'project', 'node_modules', '@toys', 'tool');
    mkdirSync(join(home, 'bin'), { recursive: true });
    mkdirSync(join(folder, 'project', 'deep'));
    writeFileSync(join(home, 'package.json'), '{"name":"@toys/tool","version":"9.9.9"}');
    const program = join(home, 'bin', 'toy.js');
    writeFileSync(program, '');
    expect(findTool(toy)).toBeUndefined();
    vi.spyOn(process, 'cwd').mockReturnValue(join(folder, 'project', 'deep'));
    expect(findTool(toy)).toBe(program);
    // A package without its program does not count.
    rmSync(program);
    expect(findTool(toy)).toBeUndefined();
  });
});

it('a tool that is not installed is named with the command that installs the right version of each part', () => {
  expect(toMissingToolError(toy)).toEqual(new UsageError(sentence));
});

describe('fetching a tool', () => {
  let registry: Registry;
  let first: Fetched;
  let secondResponse: Fetched;
  beforeAll(async () => {
    registry = await registryOf([
      {
        manifest: { name: '@toys/tool', version: '1.0.0', bin: 'bin/toy.js', dependencies: { 'toy-part': '^1.0.0' } },
        files: { 'bin/toy.js': `console.log(require('toy-part/package.json').version, process.argv.slice(2).join())` },
      },
      { manifest: { name: 'toy-part', version: '1.2.0' } },
      { manifest: { name: 'toy-part', version: '1.3.0' } },
    ]);
    // npx sets these variables if it starts the command. With them, npm would fail or run another program.
    const settings = { npm_config_call: 'exit 7', npm_config_package: 'other', npm_config_workspaces: 'true' };
    first = await fetchUnder({ ...registry.env, ...settings });
    registry.close();
    secondResponse = await fetchUnder(registry.env);
  });
  afterAll(() => registry[Symbol.dispose]());

  it('first says what it fetches, and its size', () => {
    expect(first.said).toEqual([
      "Toy is not installed. npx is fetching @toys/tool 1.0.0, about 1 MB, into npm's cache.",
    ]);
  });

  it('returns a program that runs, with its parts at exact versions although newer versions exist', async () => {
    expect(first.program).toContain(['@toys', 'tool', 'bin', 'toy.js'].join(sep));
    const { stdout } = await run(process.execPath, [first.program ?? '', 'a b', '"c"']);
    expect(stdout).toBe('1.2.0 a b,"c"\n');
  });

  it('needs no registry for cached packages, requests no other packages, and does not say that it fetches', () => {
    expect(secondResponse).toMatchObject({ program: first.program, said: [] });
    const requests = ['/-/toy-part-1.2.0.tgz', '/-/toys-tool-1.0.0.tgz', '/@toys/tool', '/toy-part'];
    expect([...new Set(registry.requests)].sort()).toEqual(requests);
  });
});

describe('a failed fetch of a tool', () => {
  let registry: Registry;
  let runs: Record<string, Promise<Fetched>>;
  beforeAll(async () => {
    registry = await registryOf([
      { manifest: { name: '@toys/tool', version: '1.0.1' } },
      { manifest: { name: 'toy-part', version: '1.2.0' } },
      { manifest: { name: 'hollow', version: '1.0.0' } },
    ]);
    const nobody = (name: string): Record<string, string> => npmSettings('http://127.0.0.1:9', join(folder, name));
    runs = {
      'if nothing listens': fetchUnder(nobody('refused')),
      'if the registry has no such version': fetchUnder(registry.env),
      'if npx is missing': fetchUnder({ PATH: folder }),
      'if the package has no such program': fetchUnder(registry.env, { ...toy, packages: { hollow: '1.0.0' } }),
    };
    await Promise.all(Object.values(runs));
  });
  afterAll(() => registry[Symbol.dispose]());

  it.each([
    ['if nothing listens', 'npm reports ECONNREFUSED: nothing listens at the address'],
    ['if the registry has no such version', 'npm reports ETARGET'],
    ['if npx is missing', 'this machine has no npx'],
    ['if the package has no such program', 'the package has no bin/toy.js'],
  ])('ends with the command that installs the tool, %s', async (name, reason) => {
    const { error, said } = await (runs[name] as Promise<Fetched>);
    expect(error).toBeInstanceOf(UsageError);
    const [from, to] = name.endsWith('such program') ? ['@toys/tool@1.0.0 toy-part@1.2.0', 'hollow@1.0.0'] : ['', ''];
    const fetchedText = name.endsWith('such program') ? 'hollow 1.0.0' : '@toys/tool 1.0.0';
    expect((error as Error).message).toBe(sentence.replace(from, to));
    expect(said.slice(1)).toEqual([`npx could not fetch ${fetchedText}: ${reason}.`]);
  });

  it('sends at most three requests to a registry that fails', { tags: 'slow' }, async () => {
    let requestCount = 0;
    const failingHttpServer = createHttpServer((_, response) => {
      requestCount += 1;
      response.writeHead(503).end();
    });
    const { url } = await listenHere(failingHttpServer);
    try {
      const { error, said } = await fetchUnder(npmSettings(url, join(folder, 'failing')));
      expect((error as Error).message).toBe(sentence);
      expect(said.at(-1)).toBe('npx could not fetch @toys/tool 1.0.0: npm reports E503.');
      // Either package is enough to fail, and npm requests both at the same time.
      expect(requestCount).toBeGreaterThan(0);
      expect(requestCount).toBeLessThanOrEqual(2 * 3);
    } finally {
      failingHttpServer.close();
    }
  });

  it('ends if a registry accepts the connection but sends nothing', { tags: 'long' }, async () => {
    const silentServer = createServer((socket) => void socket.on('error', () => undefined));
    const { url } = await listenHere(silentServer);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const fetching = fetchUnder(npmSettings(url, join(folder, 'silent')));
      await once(silentServer, 'connection');
      vi.advanceTimersByTime(15_000);
      const { error, said } = await fetching;
      expect(error).toEqual(new UsageError(sentence));
      expect(said.at(-1)).toBe('npx could not fetch @toys/tool 1.0.0: npx printed nothing for 15 s.');
    } finally {
      silentServer.close();
    }
  });
});
