// @module-tag slow
import fs from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { runRedocly } from '../../scripts/build/source/redocly.js';
import { runProgram } from '../run-program.js';
import { temporaryFile } from '../temporary-folder.js';

const require = createRequire(import.meta.url);
const spectral = require.resolve('@stoplight/spectral-cli/dist/index.js');
// The command of IBM's OpenAPI Validator 1.38.4 uses this version of its rules.
const rulesets = {
  'spectral.yaml': 'spectral:oas',
  'spectral-ibm.yaml': require.resolve('@ibm-cloud/openapi-ruleset'),
};

const folder = resolve('generated/docs');
const documents = ['openapi.yaml', 'openapi.json', 'openapi-3.0.yaml', 'openapi-3.0.json'];

/** Returns the rules that a document breaks, each with one place. */
async function findings(document: string, ruleset: string): Promise<Record<string, string>> {
  const args = [spectral, 'lint', document, '--ruleset', ruleset, '--format', 'json', '--quiet'];
  const { stdout } = await runProgram(process.execPath, args, { cwd: folder });
  const results = JSON.parse(stdout) as { code: string; path: string[] }[];
  return Object.fromEntries(results.map(({ code, path }) => [code, path.join(' ')]));
}

describe.each(documents)('the published %s', (document) => {
  it("breaks no rule of Redocly's except where the ignore file says so", async () => {
    const args = ['lint', document, '--format', 'json', '--max-problems', '2000'];
    const { stdout } = await runRedocly(folder, args);
    const { totals } = JSON.parse(stdout) as { totals: object };
    const ignored = parse(fs.readFileSync(join(folder, '.redocly.lint-ignore.yaml'), 'utf8')) as Record<
      string,
      Record<string, string[]>
    >;
    expect(Object.keys(ignored)).toEqual(documents);
    const places = Object.values(ignored[document] ?? {}).flat();
    expect(totals).toEqual({ errors: 0, warnings: 0, ignored: places.length });
  });

  it.each(Object.keys(rulesets))('breaks no rule of %s', async (name) => {
    expect(await findings(document, join(folder, name))).toEqual({});
  });
});

describe.each(Object.entries(rulesets))('the ruleset %s', (name, all) => {
  it('turns off only rules that the document breaks', async () => {
    const { rules } = parse(fs.readFileSync(join(folder, name), 'utf8')) as { rules: Record<string, string> };
    const broken = await findings('openapi.yaml', temporaryFile(name, JSON.stringify({ extends: all })));
    expect(Object.fromEntries(Object.keys(broken).map((rule) => [rule, 'off']))).toEqual(rules);
  });
});

it('every rule that a ruleset turns off has a reason above it', () => {
  for (const name of Object.keys(rulesets)) {
    const blocks = fs
      .readFileSync(join(folder, name), 'utf8')
      .split('rules:\n')[1]
      ?.split(/(?<=: off\n)(?=\n| {2}#)/);
    expect(blocks?.length).toBeGreaterThan(1);
    for (const block of blocks ?? []) expect(block).toMatch(/^ {2}# \S.*\n(?: {2}# .*\n)*(?: {2}\S+: off\n)+$/m);
  }
});
