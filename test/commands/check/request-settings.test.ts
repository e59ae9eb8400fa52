import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { readSettings } from '../../../scripts/commands/check/command-settings.js';
import type { GivenFlags } from '../../../scripts/commands/check/settings.js';
import { temporaryFile, temporaryFolder } from '../../temporary-folder.js';
import { checked, settingsFrom as from } from './fixture.js';

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

  it.each<[GivenFlags, object | undefined, string]>([
    [{ header: ['X-One: secret-value'] }, undefined, 'The value of the header X-One is written out'],
    [{ header: ['X-One: $ONE secret-value'] }, undefined, 'The value of the header X-One is written out'],
    [
      { header: ['secret-value'] },
      undefined,
      "Expected --header as 'Name: $VARIABLE', in single quotes, found something",
    ],
    [{ header: ['Host: $ONE'] }, undefined, 'The header Host belongs to the connection'],
    [{ header: ['X-One: $ONE', 'x-one: $TWO'] }, undefined, 'Expected each header once, found x-one twice.'],
    [{}, { headers: { 'X-One': 'secret-value' } }, ':1:12: The value of the header X-One is written out'],
    [{}, { headers: 'secret-value' }, ":1:12: Expected --header as 'Name: $VARIABLE'"],
    [{}, { header: { 'X-One': '$ONE' } }, '"header" is not a setting. Did you mean headers?'],
  ])('are refused without their value: %j %j', (flags, config, says) => {
    const message = refusal(() => from(flags, {}, config));
    expect(message).toContain(says);
    expect(message).not.toContain('secret-value');
  });
});

describe('a file with values of parameters', () => {
  it('has texts, numbers and booleans as they are written, in YAML or JSON', () => {
    const yaml = temporaryFile(
      'ids.yaml',
      'tier_id: 007\nlimit: 12345678901234567890\nrate: 1.50\nbadge: b-1\nall: true\n',
    );
    expect(from({ params: yaml }).parameters).toEqual({
      tier_id: '007',
      limit: '12345678901234567890',
      rate: '1.50',
      badge: 'b-1',
      all: 'true',
    });
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

  it.each<[string, string]>([
    ['a: 1\nb: [1]\n', ':2:1: expected a text, a number or a boolean for b, found [1].'],
    ['a: ~\n', ':1:1: expected a text, a number or a boolean for a, found null.'],
    ['- a\n', ':1:1: expected names and values of parameters, such as "tier_id: 7".'],
    ['a: 1\na: 2\n', ':2:1: '],
    ['a: "b\n', ':2:1: '],
    [`a: ${key}\n`, 'The key is in '],
  ])('is refused with its place: %j', (content, says) => {
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
    expect({ code, errors }).toEqual({
      code: 2,
      errors: 'The operations of the contract have no parameter "tier_di". Did you mean tier_id?',
    });
  });
});

describe('the form of the key', () => {
  it('and its command are settings like others', () => {
    expect(from({ auth: 'basic' }, {}, { auth: 'bearer', keyCommand: 'print-key' })).toMatchObject({
      auth: 'basic',
      keyCommand: 'print-key',
    });
    expect(refusal(() => from({ auth: 'Basic' }))).toBe(
      'Expected --auth with scheme=NAME, bearer, basic, header=NAME, cookie=NAME or query=NAME, found "Basic".',
    );
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
