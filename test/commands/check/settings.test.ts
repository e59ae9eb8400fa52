import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { readSettings } from '../../../scripts/commands/check/command-settings.js';
import { flagOf, type GivenFlags, settings, variableOf } from '../../../scripts/commands/check/settings.js';
import { expectedBeside } from '../../expected-beside.js';
import { temporaryFile, temporaryFolder } from '../../temporary-folder.js';
import { checked, settingsFrom as from } from './fixture.js';
import { mistakes } from './mistakes.js';

const key = 'a-key-of-the-tests';

beforeEach(() => vi.stubEnv('DIRECTORY_API_KEY', key));

/** Returns the message of the error that a function throws. */
function refusal(work: () => unknown): string {
  try {
    work();
    return '';
  } catch (error) {
    return (error as Error).message;
  }
}

interface Row {
  title: string;
  flags?: GivenFlags;
  environment?: NodeJS.ProcessEnv;
  config?: object;
  /** All settings, some settings, or one setting. */
  is?: object;
  shows?: object;
  parameters?: object;
  headers?: object;
}

const table = expectedBeside<{ read: Row[]; keys: [GivenFlags, NodeJS.ProcessEnv, where: string][] }>(
  import.meta.url,
  'settings.yaml',
  { key },
);

it.each(table.read.map((row) => [row.title, row] as const))('%s', (_, { flags = {}, environment, config, ...row }) => {
  const foundSettings = from(flags, environment, config);
  if (row.is) expect(foundSettings).toEqual(row.is);
  if (row.shows) expect(foundSettings).toMatchObject(row.shows);
  for (const name of ['parameters', 'headers'] as const) if (row[name]) expect(foundSettings[name]).toEqual(row[name]);
});

it('the variable of a setting has the name of its flag', () => {
  expect(settings.map(({ name }) => [flagOf(name), variableOf(name)])).toContainEqual([
    '--min-coverage',
    'DIRECTORY_CHECK_MIN_COVERAGE',
  ]);
});

describe('a wrong setting is refused with its name, what was expected and what was found', () => {
  it.each(mistakes.flags)('%j', (flags, message) => {
    expect(() => from(flags)).toThrow(message);
  });

  it.each(mistakes.variables)('%j', (environment, message) => {
    expect(() => from({}, environment)).toThrow(message);
  });
});

describe('the key', () => {
  it.each(table.keys)('safety key-argument: in %j %j ends the run and is not repeated', (flags, environment, where) => {
    const others = 'where others can read it. Remove the key from there, and set it only in DIRECTORY_API_KEY.';
    expect(refusal(() => from(flags, environment))).toBe(`The key is in ${where}, ${others}`);
  });

  it('is not found inside a longer word if it is short', () => {
    vi.stubEnv('DIRECTORY_API_KEY', 'mock');
    expect(from({ contract: 'mock-service.yaml' }).contract).toBe('mock-service.yaml');
    expect(() => from({ param: ['tier_id=mock'] })).toThrow('The key is in the command line');
  });
});

describe('headers', () => {
  it('are absent by default', () => {
    expect(from({}).headers).toBeUndefined();
  });

  it.each(mistakes.headers)('are refused without their value: %j %j', (flags, config, says) => {
    const message = refusal(() => from(flags, {}, config ?? undefined));
    expect(message).toContain(says);
    expect(message).not.toContain('secret-value');
  });
});

describe('a file with values of parameters', () => {
  it('has texts, numbers and booleans as they are written, in YAML or JSON', () => {
    const texts = { tier_id: '007', limit: '12345678901234567890', rate: '1.50', badge: 'b-1', all: 'true' };
    const lines = Object.entries(texts).map(([name, text]) => `${name}: ${text}\n`);
    expect(from({ params: temporaryFile('ids.yaml', lines.join('')) }).parameters).toEqual(texts);
    const json = temporaryFile('ids.json', '{ "updateTier.tier_id": 7 }');
    expect(from({ params: json }).parameters).toEqual({ 'updateTier.tier_id': '7' });
  });

  it('is overridden by single values, and its path is relative to the configuration file', () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, 'below'));
    writeFileSync(join(folder, 'below', 'ids.yaml'), 'a: from-file\nb: from-file\nc: from-file\ndirectory_id: x\n');
    const file = join(folder, 'below', 'settings.json');
    writeFileSync(file, JSON.stringify({ params: 'ids.yaml', param: { b: 'from-config', c: 'from-config' } }));
    expect(readSettings({ config: file, param: ['c=from-flag'], directory: 'y' }, {}, folder).parameters).toEqual({
      a: 'from-file',
      b: 'from-config',
      c: 'from-flag',
      directory_id: 'y',
    });
  });

  it.each(mistakes.parameters)('is refused with its place: %j', (content, says) => {
    const path = temporaryFile('ids.yaml', content);
    const message = refusal(() => from({ params: path }));
    expect(message).toContain(says.startsWith(':') ? `${path}${says}` : says);
    expect(message).not.toContain(key);
  });

  it('is refused if it does not exist, or if the contract has no such parameter', async () => {
    expect(refusal(() => from({ params: 'no-such.yaml' }))).toMatch(
      /^The file given with --params, no-such.yaml, cannot be read/,
    );
    const path = temporaryFile('ids.yaml', 'tier_di: 1\n');
    const { code, errors } = await checked({ baseUrl: 'http://127.0.0.1:1', params: path });
    expect(errors).toBe('The operations of the contract have no parameter or field "tier_di". Did you mean tier_id?');
    expect(code).toBe(2);
  });
});

describe('the form of the key', () => {
  it('is shown by --list, which needs neither a key nor values of headers', async () => {
    vi.stubEnv('DIRECTORY_API_KEY', undefined);
    const flags = { list: true, only: ['listTiers'], header: ['X-Tenant: $NOT_SET'], keyCommand: 'exit 1' };
    expect((await checked(flags)).code).toBe(0);
    expect(await checked({ ...flags, auth: 'scheme=No' })).toMatchObject({
      code: 2,
      errors: 'The contract has no security scheme "No". Known names: ApiKey.',
    });
  });
});
