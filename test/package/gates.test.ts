// @module-tag slow
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { type GateScope, problemsText, runGate } from '../../scripts/release/gate.js';
import { addressesGate } from '../../scripts/release/gates/addresses.js';
import { gates } from '../../scripts/release/gates/index.js';
import { commandOf, createConsumer, type PackedPackage, packPackage } from '../../scripts/release/packed-package.js';
import { runProgram } from '../../scripts/release/program.js';
import { noBrowser, openBrowser } from '../docs/reference-browser.js';
import { ownEnvironment } from '../own-machine.js';
import { temporaryFolder } from '../temporary-folder.js';
import { firstHour } from './first-hour.js';
import './gate-lines.js';
import { typesResolveGate } from '../../scripts/release/gates/tools.js';
import { typescriptGate } from '../../scripts/release/gates/typescript.js';
import { versionsGate } from '../../scripts/release/gates/versions.js';
import { isWhole } from '../sample.js';
import { followGuide } from './teach-guide.js';

const project = resolve(import.meta.dirname, '../..');

/** `sample` runs offline, within seconds. `all` downloads versions of Node.js and compilers, and takes minutes. */
const scope: GateScope = isWhole ? 'all' : 'sample';
const timeout = scope === 'all' ? 30 * 60_000 : 300_000;

/** Gates that run compilers on consumers of the package, or on its last release. */
const compiling = new Set([typescriptGate, typesResolveGate, versionsGate]);

const folder = temporaryFolder('package');
let packed: PackedPackage;
let packing = 0;
// All tests share one package, since packing and installing it takes longer than most tests.
beforeAll(async () => {
  const began = performance.now();
  packed = await packPackage(project, folder);
  packing = Math.round((performance.now() - began) / 100) / 10;
});

describe.concurrent('the published package', () => {
  for (const gate of gates) {
    it(`${gate.requirement} (${gate.name})`, { timeout, ...(compiling.has(gate) && { tags: 'long' }) }, async ({
      task,
      expect,
    }) => {
      const outcome = await runGate(gate, packed, scope);
      task.meta.gate = outcome;
      // The project has no home page yet, so this gate refuses every release. Remove this once the addresses are set.
      const knownValue =
        gate === addressesGate
          ? expect.stringMatching(/^.+:\n.+ is still in package\.json \(3 times\) and README\.md \(\d+ times\)\..+$/)
          : '';
      expect(problemsText([outcome])).toEqual(knownValue);
    });
  }

  // Fourteen commands one after another take half a minute. Each command has its own tests, also in a normal run.
  it.runIf(scope === 'all')('can be taught exactly as the guide says', { timeout }, async ({ expect }) => {
    const { files, commands } = await followGuide(packed, offline());
    const otherValues = ['entries.ts', 'corrections.overlay.yaml', 'entries.test.ts'];
    expect(files).toEqual(['directory.answers.yaml', 'other.answers.yaml', ...otherValues]);
    expect(commands).toBe(14);
  });

  // `test/docs/` runs the same commands from the source.
  it('brings each kind of user to a first success if they follow README and docs', { tags: 'slow', timeout }, async ({
    expect,
    task,
  }) => {
    const browser = noBrowser === undefined ? await openBrowser() : undefined;
    const seconds = await firstHour(packed, offline(), browser);
    const took = Object.entries({ 'pack and install': packing, ...seconds });
    const figure = took.map(([user, each]) => `${user} ${each} s`).join(', ');
    task.meta.gate = { name: 'first-hour', figure, problems: [] };
    expect(Object.keys(seconds)).toHaveLength(4);
  });

  it('says what is missing if the tool for types is not installed, or has another version', async ({ expect }) => {
    const otherFiles = { 'node_modules/openapi-typescript/package.json': '{ "version": "6.7.6" }' };
    const files = { ...otherFiles, 'node_modules/openapi-typescript/dist/index.mjs': '' };
    const cwd = await createConsumer(packed, 'other-tool', files);
    const args = [commandOf(packed), 'generate', '--out', 'directory'];
    const result = await runProgram(process.execPath, args, { cwd, env: offline() });
    expect(result.status).toBe(2);
    expect(result.stderr).toMatch(/^openapi-typescript 7\.13\.0 with TypeScript 5 is not installed\. npx is fetching /);
    expect(result.stderr).toMatch(
      /Run "npm install --save-dev --save-exact openapi-typescript@[\d.]+ typescript@[\d.]+", /,
    );
    expect(existsSync(join(cwd, 'directory'))).toBe(false);
  });

  it.each(["require('directory-contract/check')", "import('directory-contract/check')"])(
    'refuses an old Node.js with a sentence: %s',
    async (load) => {
      const oldText = "Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '18.20.8' } })";
      const result = await runProgram(process.execPath, ['-e', `${oldText}; ${load}`], { cwd: packed.consumerFolder });
      expect(result.stderr).toContain(
        'Error: directory-contract needs Node.js 20.19 or later, but this is Node.js 18.20.8.',
      );
      expect(result.stderr.length).toBeLessThan(4000);
    },
  );

  it('names the licences of all bundled packages', async ({ expect }) => {
    const text = await readFile(join(packed.packageFolder, 'dist/THIRD-PARTY-LICENSES.txt'), 'utf8');
    for (const name of ['commander', 'fastest-levenshtein', 'undici', 'ajv', 'fast-check', 'yaml'])
      expect(text).toMatch(new RegExp(`^${name} \\d`, 'm'));
    // undici contains a file of another project.
    expect(text).toMatch(/^llhttp \(in undici\)\n\nCopyright/m);
  });
});

/** Returns an environment in which npm sends no requests and has an empty cache. */
function offline(): Record<string, string> {
  return ownEnvironment({
    NO_COLOR: '1',
    npm_config_offline: 'true',
    npm_config_audit: 'false',
    npm_config_fund: 'false',
  });
}
