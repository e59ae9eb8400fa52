import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { readSettings } from '../../../scripts/commands/check/command-settings.js';
import { flagOf, settings, variableOf } from '../../../scripts/commands/check/settings.js';
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

describe('a setting', () => {
  it('comes from a flag, else from a variable, else from the file', () => {
    const config = { seed: 1, runs: 1, timeout: 1 };
    expect(from({ seed: '3' }, { DIRECTORY_CHECK_SEED: '2', DIRECTORY_CHECK_RUNS: '2' }, config)).toEqual({
      seed: 3,
      runs: 2,
      timeout: 1,
      parameters: {},
      config: expect.stringMatching(/directory-contract\.config\.json$/) as string,
    });
  });

  it('has a variable with the name of its flag', () => {
    expect(settings.map(({ name }) => [flagOf(name), variableOf(name)])).toContainEqual([
      '--min-coverage',
      'DIRECTORY_CHECK_MIN_COVERAGE',
    ]);
    const environment = {
      DIRECTORY_CHECK_PARAM: 'tier_id=1, updateTier.tier_id=2',
      DIRECTORY_CHECK_ONLY: 'getTier, updateTier',
      DIRECTORY_CHECK_STRICT: '1',
      DIRECTORY_CHECK_VERBOSE: 'false',
      DIRECTORY_CHECK_REPORT: 'junit=a.xml,json=-',
      DIRECTORY_CHECK_SHARD: '1/4',
      DIRECTORY_CHECK_HAR: '',
    };
    expect(from({}, environment)).toEqual({
      parameters: { tier_id: '1', 'updateTier.tier_id': '2' },
      only: ['getTier', 'updateTier'],
      strict: true,
      verbose: false,
      report: [
        { format: 'junit', path: 'a.xml' },
        { format: 'json', path: '-' },
      ],
      shard: { index: 1, count: 4 },
    });
  });

  it('for the address may be the shared variable, unless the check has its own', () => {
    const [one, two] = ['https://one.example.com', 'https://two.example.com'];
    expect(from({}, { DIRECTORY_BASE_URL: one }).baseUrl).toBe(one);
    expect(from({}, { DIRECTORY_BASE_URL: one, DIRECTORY_CHECK_BASE_URL: two }).baseUrl).toBe(two);
  });

  it('may be repeated, or have commas, if it is a list', () => {
    expect(from({ only: ['a,b', 'c', 'a'], include: ['named,inferred'], report: ['json=a,b.json'] })).toMatchObject({
      only: ['a', 'b', 'c'],
      include: ['named', 'inferred'],
      report: [{ format: 'json', path: 'a,b.json' }],
    });
  });
});

describe('ids', () => {
  it('come from the three short flags and from --param, each from the source that overrides the others', () => {
    const config = { directory: '9', filter: '3', param: { badge_id: '4' } };
    const flags = { directory: '1', param: ['updateTier.tier_id=a=b'] };
    const ids = { directory_id: '1', 'updateTier.tier_id': 'a=b', entry_id: '2', filter_id: '3', badge_id: '4' };
    expect(from(flags, { DIRECTORY_CHECK_ENTRY: '2' }, config).parameters).toEqual(ids);
  });

  it('may be given twice if they agree', () => {
    expect(from({ directory: '1', param: ['directory_id=1'] }).parameters).toEqual({ directory_id: '1' });
  });
});

describe('a wrong setting is refused with its name, what was expected and what was found', () => {
  it.each(mistakes.flags)('%j', (flags, says) => {
    expect(() => from(flags)).toThrow(says);
  });

  it.each(mistakes.variables)('%j', (environment, says) => {
    expect(() => from({}, environment)).toThrow(says);
  });
});

describe('the key', () => {
  it.each([
    [{ baseUrl: `https://${key}.example.com` }, {}, 'the command line'],
    [{ param: [`tier_id=${key}`] }, {}, 'the command line'],
    [{ only: [`x,${key}`] }, {}, 'the command line'],
    [{}, { DIRECTORY_CHECK_CONTRACT: `/keys/${key}.yaml` }, 'the environment'],
  ])('safety key-argument: in %j %j ends the run and is not repeated', (flags, environment, where) => {
    const others = 'where others can read it. Remove it from there, and set it only in DIRECTORY_API_KEY.';
    expect(refusal(() => from(flags, environment))).toBe(`The key is in ${where}, ${others}`);
  });

  it('is not found inside a longer word if it is short', () => {
    vi.stubEnv('DIRECTORY_API_KEY', 'mock');
    expect(from({ contract: 'mock-service.yaml' }).contract).toBe('mock-service.yaml');
    expect(() => from({ param: ['tier_id=mock'] })).toThrow('The key is in the command line');
  });
});

describe('headers', () => {
  it('come from flags, the variable and the file, and the last of each name counts', () => {
    const { headers } = from(
      { header: ['X-One: $ONE', 'X-Two:${TWO}'] },
      { DIRECTORY_CHECK_HEADER: 'x-one: $OTHER, X-Three: $THREE' },
      { headers: { 'X-Three': '$FOUR', 'X-Five': '$FIVE' } },
    );
    expect(headers).toEqual({ 'X-One': '$ONE', 'X-Two': '${TWO}', 'X-Three': '$THREE', 'X-Five': '$FIVE' });
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
      /^The file of --params, no-such.yaml, cannot be read/,
    );
    const path = temporaryFile('ids.yaml', 'tier_di: 1\n');
    const { code, errors } = await checked({ baseUrl: 'http://127.0.0.1:1', params: path });
    expect(errors).toBe('The operations of the contract have no parameter or field "tier_di". Did you mean tier_id?');
    expect(code).toBe(2);
  });
});

describe('the form of the key', () => {
  it('and its command are settings like others', () => {
    const both = { auth: 'basic', keyCommand: 'print-key' };
    expect(from({ auth: 'basic' }, {}, { ...both, auth: 'bearer' })).toMatchObject(both);
  });

  it('is shown by --list, which needs neither a key nor the values of headers', async () => {
    vi.stubEnv('DIRECTORY_API_KEY', undefined);
    const flags = { list: true, only: ['listTiers'], header: ['X-Tenant: $NOT_SET'], keyCommand: 'exit 1' };
    expect((await checked(flags)).code).toBe(0);
    expect(await checked({ ...flags, auth: 'scheme=No' })).toMatchObject({
      code: 2,
      errors: 'The contract has no security scheme "No". Did you mean ApiKey?',
    });
  });
});
