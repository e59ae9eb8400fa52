import {
  appendFileSync,
  chmodSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { toCheckedLine } from '../../scripts/files/line-file.js';
import type { SandboxState, StoredRecord } from '../../scripts/sandbox/model/store.js';
import { createSandbox, type Sandbox } from '../../scripts/sandbox/sandbox.js';
import { lineFor } from '../../scripts/sandbox/server/state-file.js';
import { createFileSandbox, type FileSandbox } from '../../scripts/sandbox/server/state-source.js';
import { temporaryFolder } from '../temporary-folder.js';
import { ids, requestOf, root } from './fixture.js';

const initial = createSandbox().snapshot();
const [directory] = initial.collections['Directory'] ?? [];
let file: string;
beforeEach(() => {
  file = join(temporaryFolder(), 'state.jsonl');
});

/** Renames the first directory, and returns the status of the response. */
async function rename(sandbox: Sandbox, name: string): Promise<number> {
  const path = `${root}/directories/${ids.directory}/`;
  return (await sandbox.fetch(requestOf('PATCH', path, { name }))).status;
}

const stateOf = ({ sandbox }: FileSandbox): SandboxState => sandbox.snapshot();
const nameOf = (sandbox: FileSandbox): unknown => stateOf(sandbox).collections['Directory']?.[0]?.value['name'];
const filesBeside = (): string[] => readdirSync(dirname(file));

/** Opens the state file, and closes it again. */
async function using<T>(work: (sandbox: FileSandbox) => T, data: SandboxState = initial): Promise<T> {
  const sandbox = await createFileSandbox(file, data, {});
  try {
    return work(sandbox);
  } finally {
    sandbox.close();
  }
}

async function createState(...names: string[]): Promise<SandboxState> {
  const sandbox = await createFileSandbox(file, initial, {});
  for (const name of names) expect(await rename(sandbox.sandbox, name)).toBe(200);
  sandbox.close();
  return sandbox.sandbox.snapshot();
}

describe('a state file', () => {
  it('returns the state that was written, at each start', async () => {
    const first = await createState('One', 'Two');
    expect(await using((sandbox) => [stateOf(sandbox), sandbox.wasResumed, sandbox.hasIncompleteLine])).toEqual([
      first,
      true,
      false,
    ]);
    const second = await createState('Three');
    expect(second.serial).toBe(first.serial + 1);
    expect(await using(stateOf)).toEqual(second);
  });

  it('contains a change before the response is sent', async () => {
    const sandbox = await createFileSandbox(file, initial, {});
    await rename(sandbox.sandbox, 'On disk');
    expect(readFileSync(file, 'utf8')).toContain('"On disk"');
    sandbox.close();
  });

  it('keeps names with a meaning in JavaScript', async () => {
    const entry = initial.collections['PartnerEntry']?.[0] as StoredRecord;
    const metadata = '{"__proto__":{"a":1},"constructor":2}';
    const value = { ...entry.value, metadata: JSON.parse(metadata) as StoredRecord['value'] };
    const data = { ...initial, collections: { ...initial.collections, PartnerEntry: [{ ...entry, value }] } };
    for (let time = 0; time < 2; time += 1)
      expect(JSON.stringify(await using(stateOf, data))).toContain(`"metadata":${metadata}`);
  });

  it('keeps a reset and a new state', async () => {
    const two = await createState('Two');
    await using(({ sandbox }) => sandbox.reset());
    expect(await using(stateOf)).toEqual(initial);
    await using(({ sandbox }) => sandbox.load(two));
    expect(await using(stateOf)).toEqual(two);
  });

  it('has one line per record and one per request, and is compacted at the next start', async () => {
    await createState('One', 'Two');
    const lines = readFileSync(file, 'utf8').split('\n').length;
    await using(() => undefined);
    expect(readFileSync(file, 'utf8').split('\n').length).toBe(lines - 2);
  });

  it.each([0, 1, 10])('drops an incomplete last line of %i bytes, and reports this', async (keptBytes) => {
    const stateBefore = await createState('One');
    const size = readFileSync(file).length;
    appendFileSync(file, lineFor([['put', 'Directory', directory as StoredRecord]], stateBefore.serial + 1));
    truncateSync(file, size + keptBytes);
    expect(await using((opened) => [stateOf(opened), opened.hasIncompleteLine])).toEqual([stateBefore, keptBytes > 0]);
    expect(await createState('Two')).toMatchObject({ serial: stateBefore.serial + 1 });
    expect(await using(nameOf)).toBe('Two');
  });

  it('accepts a complete last line without its line break', async () => {
    const stateBefore = await createState('One');
    truncateSync(file, readFileSync(file).length - 1);
    expect(await using(stateOf)).toEqual(stateBefore);
    await createState('Two');
    expect(await using(nameOf)).toBe('Two');
  });

  it('contains all complete changes, wherever a kill cuts the file', { tags: 'slow' }, async () => {
    await createState('One', 'Two', 'Three');
    const bytes = readFileSync(file);
    const ends = [...bytes.keys()].filter((index) => bytes[index] === 10).map((index) => index + 1);
    const lasts = ends.slice(-4);
    const names = [directory?.value['name'], 'One', 'Two', 'Three'];
    const [snapshot = 0, third = 0] = [lasts[0], lasts[3]];
    for (let length = snapshot; length <= third; length += 7) {
      writeFileSync(file, bytes.subarray(0, length));
      // A last line that lacks only its line break is complete.
      const expected = names[lasts.findLastIndex((end) => end <= length + 1)];
      expect(await using(nameOf), `${length} bytes`).toBe(expected);
    }
  });

  it('is found through a link', async () => {
    const link = `${file}.link`;
    await createState('One');
    symlinkSync(file, link);
    (await createFileSandbox(link, initial, {})).close();
    expect(lstatSync(link).isSymbolicLink()).toBe(true);
    expect(await using(nameOf)).toBe('One');
    // No other file is left in the folder.
    expect(filesBeside()).toEqual(['state.jsonl', 'state.jsonl.link']);
  });
});

describe('safety 17: a damaged state file is refused and not changed', () => {
  type Parts = Record<string, unknown>;
  /** Changes a line, counted from 1, or from the end if the number is negative. The last line is empty. */
  const edit =
    (line: number, change: (text: string) => string) =>
    (lines: string[]): void => {
      const index = line < 0 ? lines.length + line : line - 1;
      lines[index] = change(lines[index] ?? '');
    };
  const at = (line: number, found: string | RegExp, text = '') => edit(line, (whole) => whole.replace(found, text));
  /** Changes the object in a line, and renews the checksum of the line. */
  const object = (line: number, change: (parts: Parts) => Parts) =>
    edit(line, (text) => toCheckedLine(change({ ...(JSON.parse(text) as Parts), sum: undefined })).trimEnd());
  const sum = /this line was changed after it was written: its checksum does not match/;
  const header =
    /:1: this line is damaged, or is not the first line of a state file, or has no checksum, as in old versions/;
  const withoutSum = (lines: string[]): void => {
    for (const [index, line] of lines.entries()) lines[index] = line.replace(/"sum":"\w+",/, '');
  };

  it.each<[what: string, damage: (lines: string[]) => unknown, says: RegExp]>([
    ['a header that is not JSON', at(1, /.*/, 'my notes'), header],
    ['another format', object(1, () => ({ format: 'other' })), header],
    ['an earlier version without checksums', withoutSum, header],
    ['a later version', object(1, (parts) => ({ ...parts, version: 3 })), /:1: this line has version 3/],
    ['a header without records', object(1, ({ records, ...parts }) => parts), /:1: this line lacks serial, records/],
    ['a record cut short', at(3, /(?<=^.{40}).*/), sum],
    ['a record with another value', at(3, '"value":{', '"value":{"x":1,'), sum],
    [
      'a record without an id',
      object(3, ({ collection }) => ({ collection, record: { ID: '1' } })),
      /:3: this line is not a record: \/id must be a string/,
    ],
    [
      'a record of an unknown collection',
      object(3, ({ record }) => ({ collection: 'Nothing', record })),
      /:3: this line has a record of a collection/,
    ],
    ['a change without changes', object(-3, ({ serial }) => ({ serial, changes: [] })), /this line has no changes/],
    ['a change cut short', at(-3, /.{5}$/), sum],
    ['a last change cut short, with its line break', at(-2, /.{5}$/), sum],
    ['a change that is missing', (lines) => lines.splice(-3, 1), /this line is change 3; expected change 2/],
    ['a change that is there twice', (lines) => lines.splice(-2, 0, lines.at(-2) ?? ''), /this line is change 3; exp/],
    ['a record that is missing', (lines) => lines.splice(5), /:6: this line is missing/],
    ['no content', (lines) => lines.splice(0), /state\.jsonl is empty\. .* or delete it to start with a new state\./],
  ])('%s', async (_, damage, pattern) => {
    await createState('One', 'Two', 'Three');
    const lines = readFileSync(file, 'utf8').split('\n');
    const textBefore = lines.join('\n');
    damage(lines);
    const damaged = lines.join('\n');
    expect(damaged).not.toBe(textBefore);
    writeFileSync(file, damaged);
    await expect(using(() => undefined)).rejects.toThrow(pattern);
    expect(readFileSync(file, 'utf8')).toBe(damaged);
    expect(filesBeside()).toEqual(['state.jsonl']);
  });
});

describe('a state file is protected from other users', () => {
  const mode = (): number => statSync(file).mode & 0o777;

  it('is readable only for its owner, unless the user has allowed others', async () => {
    await createState('One');
    expect(mode()).toBe(0o600);
    chmodSync(file, 0o664);
    await using(({ sandbox }) => sandbox.reset());
    expect(mode()).toBe(0o664);
  });

  it('is not written through a link that somebody has put in place of its draft', async () => {
    const otherText = join(temporaryFolder(), 'other');
    writeFileSync(otherText, 'not ours');
    symlinkSync(otherText, `${file}.new`);
    await createState('One');
    expect(readFileSync(otherText, 'utf8')).toBe('not ours');
    expect(await using(nameOf)).toBe('One');
    expect(filesBeside()).toEqual(['state.jsonl']);
  });

  it('is created even if a killed process has left a draft', async () => {
    writeFileSync(`${file}.new`, 'half a st');
    await createState('One');
    expect(filesBeside()).toEqual(['state.jsonl']);
  });
});

describe('a state that cannot be written', () => {
  it('prevents the change, and the request is refused with 507', async () => {
    const sandbox = await createFileSandbox(file, initial, {});
    const stateBefore = sandbox.sandbox.snapshot();
    sandbox.close();
    // The descriptor is closed, so every later write fails.
    expect(await rename(sandbox.sandbox, 'Lost')).toBe(507);
    expect(stateOf(sandbox)).toEqual(stateBefore);
    expect(await using(stateOf)).toEqual(stateBefore);
  });

  it('keeps the old file if a new one cannot be written', async () => {
    const sandbox = await createFileSandbox(file, initial, {});
    await rename(sandbox.sandbox, 'One');
    const textBefore = readFileSync(file, 'utf8');
    mkdirSync(`${file}.new`);
    expect(() => sandbox.sandbox.reset()).toThrow('Nothing was changed');
    expect(nameOf(sandbox)).toBe('One');
    expect(readFileSync(file, 'utf8')).toBe(textBefore);
    sandbox.close();
  });
});

describe('the lock of a state file', () => {
  it('keeps out a second sandbox in this process', async () => {
    const sandbox = await createFileSandbox(file, initial, {});
    await expect(createFileSandbox(file, initial, {})).rejects.toThrow(
      `${file} is in use by process ${process.pid}. End the process that uses the file, or choose ` +
        'another file with --state.',
    );
    sandbox.close();
    await using(() => undefined);
  });

  it('safety 7: is respected if it is unknown whether its process still runs', async () => {
    const lock = `${file}.lock-of-some-process`;
    writeFileSync(lock, '');
    await expect(createFileSandbox(file, initial, {})).rejects.toThrow(
      `${file} is in use by a process that may or may not still be running. If that process no longer runs, ` +
        `delete ${lock}.`,
    );
    expect(filesBeside()).toEqual([basename(lock)]);
    rmSync(lock);
    await using(() => undefined);
  });
});
