import { beforeEach, describe, expect, it, vi } from 'vitest';
import { flagOf, settings, variableOf } from '../../../scripts/commands/check/settings.js';
import { settingsFrom as from } from './fixture.js';

const key = 'a-key-of-the-tests';

beforeEach(() => {
  vi.stubEnv('DIRECTORY_API_KEY', key);
});

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
    expect(from({}, { DIRECTORY_BASE_URL: 'https://one.example.com' }).baseUrl).toBe('https://one.example.com');
    expect(
      from({}, { DIRECTORY_BASE_URL: 'https://one.example.com', DIRECTORY_CHECK_BASE_URL: 'https://two.example.com' })
        .baseUrl,
    ).toBe('https://two.example.com');
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
    const found = from(
      { directory: '1', param: ['updateTier.tier_id=a=b'] },
      { DIRECTORY_CHECK_ENTRY: '2' },
      { directory: '9', filter: '3', param: { badge_id: '4' } },
    );
    expect(found.parameters).toEqual({
      directory_id: '1',
      'updateTier.tier_id': 'a=b',
      entry_id: '2',
      filter_id: '3',
      badge_id: '4',
    });
  });

  it('may not contradict each other', () => {
    expect(() => from({ directory: '1', param: ['directory_id=2'] })).toThrow(
      'Expected one value for directory_id, found one from --directory and another from --param.',
    );
    expect(() => from({ param: ['a=1', 'a=2'] })).toThrow('each name once, found "a=2".');
    expect(from({ directory: '1', param: ['directory_id=1'] }).parameters).toEqual({ directory_id: '1' });
  });
});

describe('a wrong setting is refused with its name, what was expected and what was found', () => {
  it.each([
    [{ shard: '5/4' }, 'Expected --shard with a part and the number of parts, such as 1/4, found "5/4".'],
    [{ shard: '0/4' }, 'found "0/4".'],
    [{ seed: '1e3' }, 'Expected --seed with a whole number from 0 to 4294967295, found "1e3".'],
    [{ concurrency: '0' }, 'Expected --concurrency with a whole number from 1 to 100, found 0.'],
    [{ timeout: '99999999' }, 'Expected --timeout with seconds from 0.01 to 3600, found 99999999.'],
    [{ minCoverage: '101' }, 'Expected --min-coverage with per cent from 0 to 100, found 101.'],
    [{ writes: 'all' }, 'Expected --writes with none, noop, roundtrip or disposable, found "all". Did you mean none?'],
    [{ include: ['named,infered'] }, 'Did you mean inferred?'],
    [{ only: [''] }, 'Expected --only with operations, such as updatePartnerEntry,updateFilter, found [""].'],
    [
      { param: ['tier_id'] },
      'Expected --param with a name and a value, such as tier_id=… or updateTier.tier_id=…, ' +
        'each name once, found "tier_id".',
    ],
    [{ report: ['junt=x'] }, 'Did you mean junit?'],
    [{ report: ['json=x', 'junit=x'] }, 'Expected a file of its own for each report, found two for x.'],
    [{ report: ['json=-', 'junit=-'] }, 'found two for standard output.'],
    [{ baseUrl: '' }, 'Expected --base-url with an address'],
    [{ keep: true }, '--keep needs --writes disposable. Add it, or remove --keep.'],
    [{ keep: true, writes: 'roundtrip' }, '--keep needs --writes disposable. Add it, or remove --keep.'],
    [{ updateBaseline: true }, '--update-baseline writes to the file of --baseline, which is missing.'],
    [{ har: 'a.har', list: true }, '--har sends no requests'],
    [{ har: 'a.har', writes: 'disposable' }, '--har sends no requests, so --writes disposable is impossible.'],
    [{ config: 'no-such.json' }, 'Expected settings of the check at no-such.json, but the file does not exist.'],
    [{ seed: '\u001b[2J' }, 'found "\\u001b[2J".'],
  ] as const)('%j', (flags, says) => {
    expect(() => from(flags)).toThrow(says);
  });

  it.each([
    [{ DIRECTORY_CHECK_SEED: 'x' }, 'Expected DIRECTORY_CHECK_SEED with a whole number'],
    [{ DIRECTORY_CHECK_STRICT: 'yes' }, 'Expected DIRECTORY_CHECK_STRICT with true or false, found "yes".'],
    [
      { DIRECTORY_CHECK_WIRTES: 'none' },
      'No setting has the variable DIRECTORY_CHECK_WIRTES. Did you mean DIRECTORY_CHECK_WRITES?',
    ],
  ])('%j', (environment, says) => {
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
    expect(() => from(flags, environment)).toThrow(
      new RegExp(
        `^The key is in ${where}, where others can read it. Remove it there, and set it in DIRECTORY_API_KEY only.$`,
      ),
    );
  });

  it('is not found inside a longer word if it is short', () => {
    vi.stubEnv('DIRECTORY_API_KEY', 'mock');
    expect(from({ contract: 'mock-service.yaml' }).contract).toBe('mock-service.yaml');
    expect(() => from({ param: ['tier_id=mock'] })).toThrow('The key is in the command line');
  });
});
