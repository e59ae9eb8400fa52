import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { findDifferences, isMatch } from '../../../scripts/check/restore/differences.js';
import {
  countFilePath,
  Journal,
  JournalDamage,
  JournalState,
  journalFilePath,
  type ResourceRecord,
  readJournal,
  readRecords,
  SecretInJournal,
  type WriteRecord,
} from '../../../scripts/check/restore/journal.js';
import { createJournal, openJournal } from '../../../scripts/check/restore/journal-folder.js';
import type { Json } from '../../../scripts/contract/json.js';
import { toCheckedLine } from '../../../scripts/files/line-file.js';
import { growth, linear } from '../../growth.js';
import { temporaryFolder } from '../../temporary-folder.js';
import { key } from '../shop.js';
import { eachHasOwnState, filesBelow, journalOf } from './own-state.js';
import { checkShop, serveShop } from './shop-server.js';

const url = 'https://directory.example.com';
const isNoSecret = (): boolean => false;
const home = eachHasOwnState();

let folder: string;
beforeEach(() => {
  folder = temporaryFolder('check-journal');
});

const resource: ResourceRecord = {
  kind: 'resource',
  resource: 1,
  operationId: 'updateItem',
  security: { kind: 'bearer' },
  read: { method: 'GET', path: '/items/1', headers: {}, key: 'right' },
  update: { method: 'PATCH', path: '/items/1', headers: {}, key: 'right' },
  fields: [{ name: 'note', pointer: '/note', before: 'ä 𝄞 "\\' }],
  snapshot: { note: 'ä 𝄞 "\\' },
};

function write(number: number): WriteRecord {
  const sent = [{ pointer: '/note', value: 'ö 𝄞' }];
  return { kind: 'write', write: number, resource: 1, at: 1_700_000_000_000, case: 'updateItem/field/note', sent };
}

/** Returns a journal with one resource and two writes to it. Each record is a line. */
function journalWithWrites(): Buffer {
  const journal = new Journal(folder, isNoSecret);
  journal.append({ kind: 'begin', format: 2, baseUrl: url, contract: 'a contract', at: 1_700_000_000_000 });
  journal.append(resource);
  journal.append(write(2));
  journal.append(write(3));
  journal.close();
  // Without the count file, the process seems to have been killed before it synced the last write.
  rmSync(countFilePath(folder));
  return readFileSync(journalFilePath(folder));
}

const begin = (): ReturnType<typeof createJournal> => createJournal(folder, url, 'a contract', isNoSecret);

const reopen = (): ReturnType<typeof openJournal> => openJournal(folder, url, isNoSecret);

function openWrites(bytes: Buffer = readFileSync(journalFilePath(folder))): number[] {
  return new JournalState(readRecords(bytes).records).getOpenWrites().map((openWrite) => openWrite.write);
}

describe('a journal whose last line was cut off', () => {
  it('safety journal: lacks that record, wherever the line was cut, unless only the line break is missing', () => {
    const wholeBytes = journalWithWrites();
    const last = wholeBytes.subarray(0, -1).lastIndexOf(10) + 1;
    for (let length = last; length <= wholeBytes.length; length += 1) {
      expect(openWrites(wholeBytes.subarray(0, length)), `${length - last} bytes`).toEqual(
        length >= wholeBytes.length - 1 ? [3, 2] : [2],
      );
    }
  });

  it('is continued with whole lines', () => {
    const wholeBytes = journalWithWrites();
    const last = wholeBytes.subarray(0, -1).lastIndexOf(10) + 1;
    for (const length of [last, last + 1, last + 40, wholeBytes.length - 2, wholeBytes.length - 1, wholeBytes.length]) {
      writeFileSync(journalFilePath(folder), wholeBytes.subarray(0, length));
      const journal = new Journal(folder, isNoSecret);
      journal.append(write(4));
      journal.close();
      expect(openWrites(), `${length - last} bytes`).toEqual(length >= wholeBytes.length - 1 ? [4, 3, 2] : [4, 2]);
      expect(readFileSync(journalFilePath(folder), 'utf8')).toMatch(/^(?:\{"sum":".*\}\n+)+$/);
    }
  });

  it('counts as empty if no whole line is left', async () => {
    const wholeBytes = journalWithWrites();
    writeFileSync(journalFilePath(folder), wholeBytes.subarray(0, 30));
    expect(openWrites()).toEqual([]);
    (await begin()).close();
  });
});

it('safety journal: a journal of format 1 has the same open writes, and is continued in the current format', () => {
  const { resource: number, ...parts } = resource;
  const { resource: _, ...writeRecord } = write(2);
  const oldObjects: readonly object[] = [
    { kind: 'begin', format: 1, baseUrl: url, contract: 'a contract', at: 1_700_000_000_000 },
    { ...parts, kind: 'thing', thing: number },
    { ...writeRecord, thing: number },
    { kind: 'answer', write: 2, outcome: 'done' },
  ];
  writeFileSync(journalFilePath(folder), oldObjects.map((record) => toCheckedLine(record)).join(''));
  const state = readJournal(folder);
  expect(state?.getOpenResources()).toEqual([resource]);
  expect(state?.getOpenWrites()).toEqual([{ ...write(2), response: { kind: 'response', write: 2, outcome: 'done' } }]);
  const journal = new Journal(folder, isNoSecret);
  journal.append(write(3));
  journal.close();
  expect(openWrites()).toEqual([3, 2]);
});

describe('a damaged journal', () => {
  it('safety journal: is detected if any byte of a whole line has changed', () => {
    const wholeBytes = journalWithWrites();
    for (let index = 0; index < wholeBytes.length; index += 1) {
      const bytes = Buffer.from(wholeBytes);
      bytes.writeUInt8(wholeBytes.readUInt8(index) ^ 1, index);
      expect(() => readRecords(bytes), `byte ${index}`).toThrow(JournalDamage);
    }
  });

  it.each<[string, (lines: string[]) => string[], string]>([
    ['a line is missing', (lines) => lines.toSpliced(1, 1), 'write 2 names a resource that no line describes'],
    ['the first line is missing', ([, ...rest]) => rest, 'its first line does not name the server'],
    ['there is an empty line', (lines) => lines.toSpliced(2, 0, ''), 'line 3 is not a valid record'],
    ['a line is cut off', (lines) => lines.with(1, lines[1]!.slice(0, 50)), 'line 2 is not a valid record'],
  ])('safety journal, exit-6: is refused with 6 and an explanation if %s', async (_, damage, message) => {
    const lines = journalWithWrites().toString().split('\n');
    writeFileSync(journalFilePath(folder), damage(lines).join('\n'));
    const sentence =
      `The journal ${journalFilePath(folder)} is damaged: ${message}. Nothing was sent. Check the resources that the ` +
      `journal lists, and correct them yourself. Then delete the folder of the journal.`;
    const refusal = { exitCode: 6, message: sentence };
    // Each refusal releases the folder, so a second attempt gets the same error.
    for (const act of [begin, reopen, reopen]) await expect(act()).rejects.toMatchObject(refusal);
  });

  it.each<[string, number]>([
    ['its last lines are gone', 3],
    ['it is empty', 0],
    ['it is gone', -1],
  ])('safety 1: is refused with 6 if %s, because the number of synced records is known', async (_, syncedCount) => {
    const ownJournal = await begin();
    for (const record of [resource, write(2), write(3)]) ownJournal.journal.append(record);
    ownJournal.close();
    const lines = readFileSync(journalFilePath(folder), 'utf8').split(/(?<=\n)/);
    if (syncedCount < 0) rmSync(journalFilePath(folder));
    else writeFileSync(journalFilePath(folder), lines.slice(0, syncedCount).join(''));
    const records = `it has ${Math.max(syncedCount, 0)} records, but at least 4 were written`;
    const sentence = `is damaged: its end is missing: ${records}. Nothing was sent.`;
    const message = expect.stringContaining(sentence) as string;
    for (const act of [begin, reopen]) await expect(act()).rejects.toMatchObject({ exitCode: 6, message });
  });

  it('prevents a run before its first request', async () => {
    const server = await serveShop();
    const file = journalOf(server);
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    writeFileSync(file, 'This is no journal.\n');
    await expect(checkShop(server)).rejects.toMatchObject({ exitCode: 6 });
    expect(server.requests).toEqual([]);
    expect(readFileSync(file, 'utf8')).toBe('This is no journal.\n');
  });
});

describe('the files on disk', () => {
  it('are readable only for their owner, and are deleted with the run', async () => {
    const seenValues = new Set<string>();
    const mode = (path: string): string => (statSync(path).mode & 0o777).toString(8);
    const server = await serveShop({
      onWrite(perform) {
        for (const entry of readdirSync(home(), { recursive: true, withFileTypes: true }))
          if (!entry.isDirectory()) {
            const kind = entry.isSocket() ? 'claim' : 'journal';
            seenValues.add(`${mode(join(entry.parentPath, entry.name))} ${mode(entry.parentPath)} ${kind}`);
          }
        return perform();
      },
    });
    const outer = process.umask(0);
    try {
      expect(await checkShop(server)).toMatchObject({ exitCode: 0 });
    } finally {
      process.umask(outer);
    }
    expect([...seenValues].sort()).toEqual(['600 700 claim', '600 700 journal']);
    expect(filesBelow(home())).toEqual([]);
  });

  it('safety key-disk: never contain the key: a resource that contains it is not written to', async () => {
    const server = await serveShop({ item: { note: `The key is ${key}, they say.` } });
    const report = await checkShop(server);
    expect(server.patches).toEqual([]);
    expect(report.operations.find(({ operationId }) => operationId === 'updateItem')?.success.reason).toContain(
      'the response contains the key, which must not be written to the journal',
    );
    expect(server.item()['note']).toBe(`The key is ${key}, they say.`);
    expect(filesBelow(home())).toEqual([]);
  });

  it('never get a line with the key', () => {
    const journal = new Journal(folder, (text) => text.includes(key));
    journal.append({ kind: 'begin', format: 2, baseUrl: url, contract: 'a contract', at: 0 });
    journal.append(resource);
    journal.append(write(2));
    const textBefore = readFileSync(journalFilePath(folder));
    expect(() => journal.append({ ...resource, resource: 3, snapshot: { note: key } })).toThrow(SecretInJournal);
    expect(() => journal.append({ ...write(4), sent: [{ pointer: '/note', value: key }] })).toThrow(SecretInJournal);
    journal.note({ kind: 'response', write: 2, outcome: 'done', shown: [{ pointer: '/note', value: key }] });
    expect(readFileSync(journalFilePath(folder))).toEqual(textBefore);
    journal.close();
  });

  it('safety key-disk: never contain the key, even if the response to a write does', async () => {
    let texts = '';
    const server = await serveShop({
      answer(call, perform) {
        for (const file of filesBelow(home())) texts += readFileSync(file, 'utf8');
        const answer = perform();
        if (call.method !== 'PATCH' || answer.status !== 200) return answer;
        return { ...answer, json: { ...(answer.json as object), title: key } };
      },
    });
    const { title, note } = server.item();
    const report = await checkShop(server);
    expect(texts).toContain('"kind":"write"');
    expect(texts).not.toContain(key);
    expect(server.item()).toMatchObject({ title, note });
    expect(report.exitCode).toBe(1);
  });
});

describe('a folder where no journal can be written', () => {
  const file = (): string => join(home(), 'file');
  beforeEach(() => {
    writeFileSync(file(), '');
    process.env['XDG_STATE_HOME'] = file();
  });

  it('safety 1: ends the run before the first request', async () => {
    const server = await serveShop();
    await expect(checkShop(server)).rejects.toThrow(/ENOTDIR/);
    expect(server.requests).toEqual([]);
  });

  it('does not affect a run that writes to no existing resource', async () => {
    const server = await serveShop();
    const report = await checkShop(server, { writes: 'none', only: ['getItem', 'listItems', 'updateItem'] });
    expect(report).toMatchObject({ verdict: 'passed', exitCode: 0 });
    expect(filesBelow(home())).toEqual([file()]);
    process.env['XDG_STATE_HOME'] = home();
    await checkShop(server, { writes: 'none', only: ['updateItem'] });
    expect(filesBelow(home())).toEqual([file()]);
  });
});

describe('states of a resource', () => {
  it('with a long array are compared in linear time', { tags: 'slow' }, async () => {
    const compare = (count: number): void => {
      const items = Array.from({ length: count }, (_, index) => `t${index}`);
      const loudValues = items.map((item) => item.toUpperCase());
      expect(isMatch(items, loudValues)).toBe(true);
      expect(isMatch([...items].reverse(), items)).toBe(false);
      expect(isMatch([...items.slice(0, 900)].reverse(), items.slice(0, 900))).toBe(true);
    };
    expect(await growth(compare, 60_000)).toBeLessThan(linear);
  });

  it('with many levels are compared field by field down to the twelfth level', () => {
    const deep = (levels: number, value: Json): Json => (levels > 0 ? { a: deep(levels - 1, value) } : value);
    expect(findDifferences(deep(12, 1), deep(12, 2))).toEqual([{ pointer: '/a'.repeat(12), before: 1, after: 2 }]);
    expect(findDifferences(deep(190, 1), deep(190, 2))).toEqual([
      { pointer: '/a'.repeat(12), before: deep(178, 1), after: deep(178, 2) },
    ]);
  });
});
