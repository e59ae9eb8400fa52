// @module-tag slow
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import ts from 'typescript';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { parse } from 'yaml';
import { reportFormats } from '../../../scripts/check/reports/index.js';
import { settings, variableOf } from '../../../scripts/commands/check/settings.js';
import { sample } from '../../sample.js';
import { temporaryFolder } from '../../temporary-folder.js';
import { canary, leaksIn, type Variant, variantsOf } from './canary.js';
import { body, inputFiles, overlayWith, recording } from './input-files.js';
import { runHere } from './run-here.js';

const folder = temporaryFolder('input-files');
const har = join(folder, 'recording.har');
const inReports = reportFormats.map((format) => [format, join(folder, `report.${format}`)] as const);
const reports = inReports.flatMap(([format, path]) => ['--report', `${format}=${path}`]);
const files = Object.entries(inputFiles({ har, reports }));

beforeEach(() => {
  vi.stubEnv('DIRECTORY_API_KEY', 'input-files-key-1234');
  vi.stubEnv('TEAM', 'a team');
  writeFileSync(har, JSON.stringify(recording(body)));
});

/** Writes a file, and the files that it refers to or that refer to it. */
function write(path: string, text: string): void {
  const pathBeside = (name: string): string => join(dirname(path), name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(pathBeside('overlay.yaml'), JSON.stringify(overlayWith('x')));
  writeFileSync(pathBeside('with-overlay.yaml'), 'overlays: [overlay.yaml]\nanswers: {}\n');
  writeFileSync(path, text);
}

/** Runs a command, and returns all parts of its outputs that would take effect. */
async function leaksOf(args: readonly string[]): Promise<{ leaks: string[]; stderr: string }> {
  for (const [, path] of inReports) rmSync(path, { force: true });
  const { stdout, stderr } = await runHere(args);
  const writtenInReports = inReports.filter(([, path]) => existsSync(path));
  const leaks = [
    ...leaksIn(args.includes('--json') ? 'json' : 'stdout', stdout),
    ...leaksIn('stderr', stderr),
    ...writtenInReports.flatMap(([format, path]) => leaksIn(format, readFileSync(path, 'utf8'))),
  ];
  return { leaks, stderr };
}

describe.each(files)('%s', (_, { name, value, text = JSON.stringify, commands }) => {
  const variants = [...variantsOf(value, canary)];
  const path = join(folder, name);
  const namedPath = join(folder, canary.replaceAll('/', ' ').slice(0, 80), name);
  const rows = Object.entries(commands);

  async function leaksFrom(some: readonly Variant[], argsFor: (path: string) => readonly string[]): Promise<string[]> {
    const leaks: string[] = [];
    for (const variant of some) {
      write(path, text(variant.value));
      leaks.push(...(await leaksOf(argsFor(path))).leaks.map((leak) => `${variant.at}: ${leak}`));
    }
    return leaks;
  }

  it.each(rows)(
    'safety 21: is valid and inert in a file of any name, and inert at one place in a file: %s',
    async (__, argsFor) => {
      write(namedPath, text(value));
      const { leaks, stderr } = await leaksOf(argsFor(namedPath));
      expect(stderr).not.toMatch(/^Expected|expected|not a report|not valid|does not match/);
      expect(leaks).toEqual([]);
      expect(await leaksFrom([variants[Math.floor(variants.length / 2)] as Variant], argsFor)).toEqual([]);
    },
  );

  it.each(rows)('safety 21: is inert at every place: %s', { tags: 'slow', timeout: 600_000 }, async (__, argsFor) =>
    expect(await leaksFrom(sample(variants, 4), argsFor)).toEqual([]),
  );

  it.each(rows.slice(0, 1))('safety 21: is inert if broken or absent: %s', async (__, argsFor) => {
    write(namedPath, '{');
    expect((await leaksOf(argsFor(namedPath))).leaks).toEqual([]);
    rmSync(namedPath);
    expect((await leaksOf(argsFor(namedPath))).leaks).toEqual([]);
  });
});

describe('a variable', () => {
  const there = ['check', '--base-url', 'http://127.0.0.1:1', '--no-answers'];

  it.each(settings.map(({ name }) => variableOf(name)))('safety 21: %s is inert', async (variable) => {
    vi.stubEnv(variable, canary);
    expect(await leaksOf([...there, '--har', har])).toMatchObject({ leaks: [] });
  });

  it('safety 21: of a header is inert', async () => {
    vi.stubEnv('TEAM', canary);
    expect(await leaksOf([...there, '--header', 'X-Team: $TEAM'])).toMatchObject({ leaks: [] });
  });
});

/** Characters that move the cursor, or the words around them. */
const hiddenPattern = /[\0-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\u202e]/;

describe('files generated from a contract whose texts somebody else wrote', { tags: 'slow', timeout: 600_000 }, () => {
  const answers = join(folder, 'made', 'with-overlay.yaml');

  /** Runs a command, and returns the files that it creates. */
  async function madeBy(word: string, option: string): Promise<Map<string, string>> {
    const out = join(folder, 'made', word);
    write(join(folder, 'made', 'other.yaml'), '');
    writeFileSync(join(folder, 'made', 'overlay.yaml'), JSON.stringify(overlayWith(canary)));
    const { stdout, stderr, code } = await runHere([word, option, out, '--answers', answers]);
    expect(code).toBe(0);
    expect([...leaksIn('stdout', stdout), ...leaksIn('stderr', stderr)]).toEqual([]);
    const names = readdirSync(out, { recursive: true, encoding: 'utf8' }).filter((name) => /\.\w+$/.test(name));
    return new Map(names.map((name) => [name, readFileSync(join(out, name), 'utf8')]));
  }

  it('safety 21: code of "generate" contains the texts only in comments and strings', async () => {
    const createdValues = await madeBy('generate', '--out');
    expect(createdValues.get('types.ts')).toContain('canary');
    for (const [name, text] of createdValues) {
      if (name.endsWith('.yaml')) expect(JSON.stringify(parse(text))).toContain(JSON.stringify(canary).slice(1, -1));
      if (name.endsWith('.yaml')) continue;
      expect(text, name).not.toMatch(hiddenPattern);
      const { diagnostics = [] } = ts.transpileModule(text, { reportDiagnostics: true, fileName: 'code.ts' });
      const messages = diagnostics.map(({ messageText }) => messageText);
      expect({ name, messages }).toEqual({ name, messages: [] });
    }
  });

  it('safety 21: docs contain no element, script or link from the texts', async () => {
    const createdValues = await madeBy('docs', '--output');
    expect(createdValues.get('index.html')).toContain('canary');
    for (const [name, text] of createdValues) {
      // The code of Redoc itself contains such characters.
      if (/\.(?:html|md|txt)$/.test(name) && name !== 'reference.html') expect(text, name).not.toMatch(hiddenPattern);
      // A description is Markdown, and may link to the web.
      if (name.endsWith('.html'))
        expect(text, name).not.toMatch(/<img\b[^>]*onerror|href="javascript:|<script[^>]*>[^<]*canary/i);
    }
  });
});
