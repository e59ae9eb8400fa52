import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { parse } from 'yaml';
import type { contract } from '../../../generated/contract.js';
import { describeDocument } from '../../../scripts/build/artefacts/described-document.js';
import { downgradeDocument } from '../../../scripts/build/artefacts/downgrade.js';
import type { CheckReport } from '../../../scripts/check/model/report/report.js';
import { readSettings } from '../../../scripts/commands/check/command-settings.js';
import { configFile } from '../../../scripts/commands/check/settings.js';
import { answersFile, taughtWith } from '../../answers/taught.js';
import { ownEnvironment } from '../../own-machine.js';
import { publishedProgram } from '../../published-program.js';
import { runProgram } from '../../run-program.js';
import { temporaryFolder } from '../../temporary-folder.js';
import { checked, sandboxAt } from '../check/fixture.js';
import { runHere } from '../input-files/run-here.js';

const prefix = (word: string): Record<string, unknown> => ({ 'auth.scheme-prefix': { value: word } });
const usualText = 'Using the answers in directory.answers.yaml. Add --no-answers to ignore them.\n';

describe('the file with answers of a command', () => {
  const [inFolder = '', inVariable, inFlag] = ['Here', 'Variable', 'Flag'].map((word) => answersFile(prefix(word)));
  const folder = dirname(inFolder);

  const printSpec = async (args: readonly string[], answers?: string): Promise<{ word: unknown; stderr: string }> => {
    vi.stubEnv('DIRECTORY_ANSWERS', answers);
    const { stdout, stderr } = await runHere(['spec', '--json', ...args], folder);
    const { components } = JSON.parse(stdout) as typeof contract;
    const [scheme] = Object.values(components['securitySchemes'] ?? {}) as Record<string, unknown>[];
    return { word: scheme?.['x-prefix'], stderr };
  };

  it('comes from the option, else the variable, else the folder, and a message names the last two', {
    tags: 'slow',
  }, async () => {
    expect(await printSpec([])).toEqual({ word: 'Here', stderr: usualText });
    expect(await printSpec([], inVariable)).toEqual({
      word: 'Variable',
      stderr: `Using the answers in ${inVariable}, the file set with DIRECTORY_ANSWERS.\n`,
    });
    expect(await printSpec(['--answers', inFlag ?? ''], inVariable)).toEqual({ word: 'Flag', stderr: '' });
    expect(await printSpec(['--no-answers'], inVariable)).toEqual({ word: undefined, stderr: '' });
  });

  it('is never found in the folder of this package, so that it cannot change a build by mistake', async () => {
    const cli = await publishedProgram();
    const home = dirname(dirname(cli));
    const file = join(home, 'directory.answers.yaml');
    cpSync(inFolder, file);
    const run = async (cwd: string): Promise<string> =>
      (await runProgram(process.execPath, [cli, 'answers'], { cwd, env: ownEnvironment() })).stderr;
    expect(await run(home)).toBe('');
    expect(await run(folder)).toBe(usualText);
    rmSync(file);
  });

  it.each([
    [[], 'docs/openapi.yaml'],
    [['--json'], 'docs/openapi.json'],
    [['--plain'], 'openapi.yaml'],
    [['--plain', '--json'], 'openapi.json'],
  ])('spec %j prints %s byte for byte if there are no answers', async (option, file) => {
    const { code, stdout, stderr } = await runHere(['spec', ...option]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout === readFileSync(`generated/${file}`, 'utf8')).toBe(true);
  });

  it('spec also prints the taught document as YAML', { tags: 'slow' }, async () => {
    const { stdout } = await runHere(['spec', '--plain', '--answers', inFlag ?? '']);
    expect(stdout).toMatch(
      /^# Contract as changed by the answers in \S+, printed by "directory-contract spec"\.\nopenapi: /,
    );
    expect(parse(stdout)).toEqual(taughtWith(prefix('Flag')).document);
  });

  it('spec also prints each of these documents as OpenAPI 3.0', { tags: 'slow' }, async () => {
    const cli = await publishedProgram();
    const spec = async (...args: string[]): Promise<string> => {
      const line = [cli, 'spec', '--openapi', '3.0', ...args];
      return (await runProgram(process.execPath, line, { cwd: temporaryFolder(), env: ownEnvironment() })).stdout;
    };
    const withoutNotice = (text: string): string => text.slice(text.indexOf('\n'));
    const built = readFileSync('generated/docs/openapi-3.0.yaml', 'utf8');
    expect(withoutNotice(await spec())).toBe(withoutNotice(built));
    expect(await spec('--json')).toBe(readFileSync('generated/docs/openapi-3.0.json', 'utf8'));
    expect(await spec('--plain')).toMatch(/^# Contract, printed by "directory-contract spec"\.\nopenapi: 3\.0\.3\n/);
    const taughtDocument = JSON.parse(await spec('--json', '--answers', inFlag ?? '')) as unknown;
    expect(taughtDocument).toEqual(downgradeDocument(describeDocument(taughtWith(prefix('Flag')).document)));
  });
});

describe('the answers of a check', () => {
  beforeEach(() => vi.stubEnv('DIRECTORY_API_KEY', 'sandbox-key'));

  const settingOf = (...args: Parameters<typeof readSettings>): unknown => readSettings(...args).answers;

  it('come from a flag, else from a variable, else from the configuration file beside the report', () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, 'ci'));
    writeFileSync(join(folder, 'ci', configFile), JSON.stringify({ answers: 'own.yaml' }));
    const config = join(folder, 'ci', configFile);
    const variables = { DIRECTORY_ANSWERS: 'shared.yaml', DIRECTORY_CHECK_ANSWERS: 'checked.yaml' };
    expect(settingOf({ config }, {}, '')).toBe(join(folder, 'ci', 'own.yaml'));
    expect(settingOf({ config }, { DIRECTORY_ANSWERS: 'shared.yaml' }, '')).toBe('shared.yaml');
    expect(settingOf({ config }, variables, '')).toBe('checked.yaml');
    expect(settingOf({ config, answers: 'flag.yaml' }, variables, '')).toBe('flag.yaml');
    expect(settingOf({ config, noAnswers: true }, variables, '')).toBeUndefined();
    expect(settingOf({ config }, { ...variables, DIRECTORY_CHECK_NO_ANSWERS: 'true' }, '')).toBeUndefined();
  });

  it('come from the folder by default, and a line says so', { tags: 'slow' }, async () => {
    const folder = temporaryFolder();
    const file = join(folder, 'directory.answers.yaml');
    writeFileSync(file, 'answers:\n  lists.envelope: { value: bare }\n');
    const options = { baseUrl: await sandboxAt(), report: ['json=-'], only: ['listDirectories'] };
    const report = ({ output }: { output: string }): CheckReport => JSON.parse(output) as CheckReport;
    const result = await checked(options, { folder });
    expect(report(result).answers).toMatchObject({ file, questions: 1 });
    expect(result.errors).toContain(`Using the answers in ${file}. Add --no-answers to ignore them.\n`);
    // A file without answers changes nothing, so nothing says that it is used.
    writeFileSync(file, '# Answers\n\nanswers:\n  # lists.envelope: { value: bare }\n');
    const empty = await checked(options, { folder });
    expect(report(empty)).toMatchObject({ answers: { file, questions: 0 }, notes: [] });
    expect(empty.errors).not.toContain('answers');
    const untaught = await checked({ ...options, noAnswers: true }, { folder });
    expect(report(untaught)).not.toHaveProperty('answers');
    expect(untaught.errors).not.toContain('answers');
    // A contract from a file has its own questions.
    const foreign = await checked({ ...options, contract: resolve('generated/openapi.json') }, { folder });
    expect(report(foreign)).not.toHaveProperty('answers');
    expect(foreign.errors).not.toContain('answers');
  });

  it('cannot be answers about another contract', async () => {
    expect(await checked({ contract: 'other.yaml', answers: 'a.yaml', baseUrl: 'http://127.0.0.1:1' })).toEqual({
      code: 2,
      output: '',
      errors:
        'The answers in a.yaml apply only to the contract of this package, not to the contract given with ' +
        '--contract. Remove --contract, or add --no-answers.',
    });
  });
});
