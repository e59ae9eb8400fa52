import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import {
  partnerEntryPublic as entry,
  filterList,
  partnerEntryBulkUpsertTwo,
  reviewNew,
  tierGold,
} from '../../generated/examples.js';
import { answersFile } from '../answers/taught.js';
import { temporaryFolder } from '../temporary-folder.js';
import { type Printed, runHere } from './input-files/run-here.js';

let folder: string;
beforeEach(() => {
  folder = temporaryFolder('validate');
});

function write(name: string, content: unknown): void {
  mkdirSync(dirname(join(folder, name)), { recursive: true });
  writeFileSync(join(folder, name), typeof content === 'string' ? content : JSON.stringify(content, undefined, 2));
}

async function validate(...args: readonly string[]): Promise<Printed> {
  return runHere(['validate', ...args], folder);
}

/** Returns what the command prints about one file, without the name of the file and without the summary. */
async function verdictOn(name: string, content: unknown, ...options: readonly string[]): Promise<string> {
  write(name, content);
  const { stdout } = await validate(name, ...options);
  return stdout.replaceAll(name, '').replace(/\n*\d+ files?, \d+ problems?\.\n$/, '');
}

/** Lines that begin with the field, so that its place is known. */
const withField = (name: string, value: unknown): object => ({ [name]: value, ...entry, [name]: value });

describe('a problem in a fixture', () => {
  it.each([
    ['titel', 'x', '2:12  PartnerEntry  /titel\n  Expected a documented field, found "titel".'],
    ['title', 7, '2:12  PartnerEntry  /title\n  Expected a string, found 7.'],
    ['title', null, '2:12  PartnerEntry  /title\n  Expected a string, found null.'],
    ['featured', [], '2:15  PartnerEntry  /featured\n  Expected a boolean, found an array.'],
    ['id', '17', '2:9  PartnerEntry  /id\n  Expected a UUID, found "17".'],
    ['media', [{ ordr: 1 }], '4:15  PartnerEntry  /media/0/ordr\n  Expected a documented field, found "ordr". Did'],
    ['tier', { order: '1' }, '3:14  PartnerEntry  /tier/order\n  Expected an integer, found "1".'],
  ])('has its place, what was expected, and what was found: %s', async (name, value, text) => {
    expect(await verdictOn('PartnerEntry.json', withField(name, value))).toContain(`:${text}`);
  });

  it('names the documented field that was probably meant, if the object lacks it', async () => {
    const { title, ...rest } = entry;
    expect(await verdictOn('PartnerEntry.json', { ...rest, titel: title })).toContain('Did you mean title?');
    expect(await verdictOn('PartnerEntry.json', { ...rest, zzz: title })).not.toContain('Did you mean');
    expect(await verdictOn('PartnerEntry.json', { ...entry, titel: title })).not.toContain('Did you mean title?');
  });

  it('is a missing field only where the contract requires it', async () => {
    expect(await verdictOn('PartnerEntry.json', {})).toBe('');
    const answers = answersFile({ 'errors.body': { value: { type: 'object', required: ['error'] } } });
    const verdict = await verdictOn('api-error.json', {}, '--answers', answers);
    expect(verdict).toBe(':1:1  ApiError\n  Expected the field error, found nothing.');
  });

  it('is no unknown field of an object whose fields are not all known', async () => {
    expect(await verdictOn('PartnerEntry.json', { ...entry, metadata: { anything: 1 } })).toBe('');
    expect(await verdictOn('tier.json', { ...tierGold, anything: 1 })).toBe('');
  });

  it('of a union is one problem, and not those of each branch', async () => {
    const text = 'Expected a value that matches at least one of several schemas, found one that';
    expect(await verdictOn('a.json', { id: 7 }, '--as', 'Entry')).toBe(`:1:1  Entry\n  ${text}\n  does not.`);
  });

  it('is printed without the key', async () => {
    vi.stubEnv('DIRECTORY_API_KEY', 'validate-key-1234');
    expect(await verdictOn('PartnerEntry.json', { id: 'validate-key-1234' })).toContain('found "[key]"');
  });

  it('follows the answers of the folder, and --no-answers does not', async () => {
    const more = { PartnerEntry: { properties: { more: { type: 'integer' } } } };
    write('directory.answers.yaml', JSON.stringify({ answers: { 'resources.fields': { value: more } } }));
    expect(await verdictOn('PartnerEntry.json', { ...entry, more: 1 })).toBe('');
    expect(await verdictOn('PartnerEntry.json', { ...entry, more: 1 }, '--no-answers')).toContain('/more');
  });
});

describe('the schema of a file', () => {
  it.each([
    ['PartnerEntry/hidden.json', { title: 7 }, 'PartnerEntry  /title'],
    ['partner-entry.hidden.json', { title: 7 }, 'PartnerEntry  /title'],
    ['hidden.partnerEntry.json', { title: 7 }, 'PartnerEntry  /title'],
    ['filters.json', [filterList[0], { ...filterList[1], order: '2' }], 'Filter  /1/order'],
    ['partner_entries.json', [{ title: 7 }], 'PartnerEntry  /0/title'],
    ['getPartnerEntry.json', { title: 7 }, 'getPartnerEntry  /title'],
    ['listFilters.json', { order: '2' }, 'listFilters\n  Expected an array, found an object.'],
    ['PartnerEntry/filter.json', { order: '2' }, 'Filter  /order'],
    ['partner-entry-bulk-upsert.json', {}, 'PartnerEntryBulkUpsert\n  Expected an array, found an object.'],
  ])('is named by its path: %s', async (name, content, text) => {
    expect(await verdictOn(name, content)).toContain(text);
  });

  it('can be that of a list, whose items are then not compared one by one', async () => {
    expect(await verdictOn('PartnerEntryBulkUpsert.json', partnerEntryBulkUpsertTwo)).toBe('');
  });

  it('is that of --as, in any spelling, whatever the path says', async () => {
    expect(await verdictOn('filter.json', { title: 7 }, '--as', 'partner-entry')).toContain('PartnerEntry  /title');
    const { stderr, code } = await validate('filter.json', '--as', 'PartnerEntri');
    expect(stderr).toContain('Expected --as with a schema or an operation of the contract, found "PartnerEntri". Did');
    expect(code).toBe(2);
  });

  it('is not a union, which accepts nearly everything, because the path names it', async () => {
    expect(await verdictOn('entries.json', [{ ...entry, titel: 'x' }])).toContain('PartnerEntry (guessed)  /0/titel');
  });

  it('is guessed by the fields, in a list by those of the first item', async () => {
    expect(await verdictOn('a.json', { ...entry, title: 7 })).toContain('PartnerEntry (guessed)  /title');
    const list = await verdictOn('directory/a.json', [reviewNew, { ...reviewNew, rating: '5' }]);
    expect(list).toContain('Review (guessed)  /1/rating');
  });

  it.each([
    [{ id: entry.id, title: 'Gold', order: 1, default: true }, 'several fit (Tier, TierSummary)'],
    [{ title: 'x', company: 'y', first_name: 'z', rating: '5' }, 'several fit (Review, ReviewUpdate)'],
    [{ title: 'Gold', b: 1 }, 'no schema has these fields'],
    [{ title: 'Gold', order: 1, b: 1, c: 1, d: 1 }, 'no schema has these fields'],
    [{ compilerOptions: { strict: true } }, 'no schema has these fields'],
    ['"text"', 'no schema has these fields'],
    [[], 'no schema has these fields'],
  ])('is asked for if the fields do not tell it: %j', async (content, reason) => {
    const verdict = await verdictOn('a.json', content);
    expect(verdict.replace(/\s+/g, ' ')).toBe(
      `:1:1 The schema is unclear: ${reason}. Name it with --as, or in the name of the file.`,
    );
  });
});

describe('a recorded response', () => {
  it.each([
    ['getPartnerEntry.json', { status: 200, headers: {}, body: { title: 7 } }, 'getPartnerEntry  /body/title'],
    ['a.json', { status: 200, body: [entry, { ...entry, id: 'x' }] }, 'PartnerEntry (guessed)  /body/1/id'],
    ['a.json', { status: 200, body: JSON.stringify({ ...entry, title: 7 }) }, 'PartnerEntry (guessed)  /body/title'],
    ['a.json', { status: 404, body: 'Not found.' }, 'ApiError  /body\n  Expected an object, found "Not found.".'],
    ['getTier.json', { status: 404, body: [] }, 'getTier  /body\n  Expected an object, found an array.'],
    ['getTier.json', { status: 201, body: {} }, '2:13  getTier  /status\n  Expected the status 200, found 201.'],
  ])('is judged by its body: %s %j', async (name, content, text) => {
    expect(await verdictOn(name, content)).toContain(text);
  });

  it('of a refusal is an ApiError, whatever its path names', async () => {
    expect(await verdictOn('partner-entry.json', { status: 404, body: { detail: 'Not found.' } })).toBe('');
  });
});

describe('the files', () => {
  it('that are no JSON are problems at the place of the mistake, and others are still judged', async () => {
    write('broken.json', '{\n  title: 1\n}');
    write('empty.json', '');
    write('tier.json', tierGold);
    const { stdout, code } = await validate('.');
    expect(stdout).toMatch(/^broken\.json:2:3\n {2}Expected a name in double quotes, found "t"\. /);
    expect(stdout).toMatch(/^empty\.json:1:1\n {2}Expected a value, found the end of the file\. /m);
    expect(stdout).toMatch(/\n3 files, 2 problems\.\n$/);
    expect(code).toBe(1);
  });

  it('come from paths, folders and patterns, each once, and not from dependencies', async () => {
    for (const name of ['tier.json', 'a/tier.json', 'a/b/tier.json', 'node_modules/x/tier.json', '.hidden/tier.json'])
      write(name, tierGold);
    write('a/tier.txt', 'text');
    const filesOf = async (...sources: string[]): Promise<string[]> => {
      const { stdout } = await validate(...sources, '--json');
      return (JSON.parse(stdout) as { files: { file: string }[] }).files.map(({ file }) => file);
    };
    expect(await filesOf('**/*.json')).toEqual(['a/b/tier.json', 'a/tier.json', 'tier.json']);
    expect(await filesOf('./a/**/*.json', 'a/tier.json')).toEqual(['a/b/tier.json', 'a/tier.json']);
    expect(await filesOf('a/*/t*r.json')).toEqual(['a/b/tier.json']);
    expect(await filesOf('a', 'tier.json')).toEqual(['a/b/tier.json', 'a/tier.json', 'tier.json']);
    expect(await filesOf(join(folder, 'a/*.json'))).toEqual([join(folder, 'a/tier.json')]);
  });

  it.each(['none.json', 'none/*.json', '*.json', '.'])('must exist: %s', async (source) => {
    const { stdout, stderr, code } = await validate(source);
    expect(stderr).toBe(`Expected files at ${source}, found none. Correct the path or the pattern.\n`);
    expect({ stdout, code }).toEqual({ stdout: '', code: 2 });
  });

  it('have lines of at most 80 columns, and the code 0 if all are right', async () => {
    write('PartnerEntry.json', { title: 7, tags: 'x'.repeat(50), unknown: 1 });
    const { stdout } = await validate('PartnerEntry.json');
    expect(stdout.split('\n').filter((line) => line.length > 80)).toEqual([]);
    write('PartnerEntry.json', entry);
    expect(await validate('PartnerEntry.json')).toMatchObject({ stdout: '1 file, 0 problems.\n', code: 0 });
  });

  it('are listed for programs with --json, with what each was compared with', async () => {
    write('a.json', { ...entry, title: 7 });
    const { stdout, code } = await validate('a.json', '--json');
    const line =
      readFileSync(join(folder, 'a.json'), 'utf8')
        .split('\n')
        .findIndex((each) => each.includes('"title": 7')) + 1;
    const problem = {
      line,
      column: 12,
      pointer: '/title',
      rule: 'schema.type',
      message: 'Expected a string, found 7.',
    };
    expect(JSON.parse(stdout)).toEqual({
      format: 1,
      files: [{ file: 'a.json', schema: 'PartnerEntry', isGuess: true, problems: [problem] }],
      problemCount: 1,
    });
    expect(code).toBe(1);
  });
});

describe('a path or a pattern', () => {
  beforeEach(() => {
    for (const file of ['.hidden/a.json', '.hidden/sub/b.json', '.hidden/.c/c.json', '.hidden/node_modules/d.json'])
      write(file, []);
  });

  it.each([
    ['.hidden', '2 files'],
    ['.hidden/*', '1 file'],
    ['.hidden/**', '2 files'],
    ['.hidden/**/*', '2 files'],
    ['**/*.json', undefined],
  ])('counts the files below the named folder, without folders and hidden ones: %s', async (pattern, count) => {
    const { stdout, stderr } = await validate(pattern, '--as', 'PartnerEntry');
    expect(count === undefined ? stderr : stdout).toContain(
      count === undefined ? 'found none' : `${count}, 0 problems.`,
    );
  });
});

it('the schema of --as is also that of recorded errors', async () => {
  const recorded = { status: 404, body: { detail: 'x' } };
  expect(await verdictOn('partner-entry.json', recorded)).toBe('');
  expect(await verdictOn('partner-entry.json', recorded, '--as', 'PartnerEntry')).toContain('/body/detail');
  expect(await verdictOn('a.json', { status: 200, body: 'null' }, '--as', 'PartnerEntry')).toContain('found null');
});
