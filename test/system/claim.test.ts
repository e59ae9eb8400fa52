// @module-tag slow
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { createJournal } from '../../scripts/check/restore/journal-folder.js';
import { type Claimable, type ClaimHolder, claim, describeHolder, findHolder } from '../../scripts/system/claim.js';
import { bundleFile } from '../bundle-file.js';
import { canUnshare, inNamespaces, type Namespace } from '../namespaces.js';
import { runProgram } from '../run-program.js';
import { isWhole } from '../sample.js';
import { temporaryFolder } from '../temporary-folder.js';

/** A path that is longer than the maximum path of a socket. */
const deepText = join(...Array.from({ length: 6 }, () => 'a-folder-with-a-long-name-in-it'));

let loop: string;
let holding: string;
beforeAll(async () => {
  loop = await bundleFile('test/system/claim-loop.ts', 'esm');
  holding = await bundleFile('test/system/claim-holder.ts', 'esm');
});

let folder: string;
beforeEach(() => {
  folder = temporaryFolder();
});

const unasked = 'that may or may not still be running';

function goDeep(): void {
  folder = join(folder, deepText);
  mkdirSync(folder, { recursive: true });
}

const shared = (): Claimable => ({ folder, prefix: 'writer' });

async function claimed(): Promise<() => void> {
  const outcome = await claim(shared());
  if (!('release' in outcome)) throw new Error(`It is held ${describeHolder(outcome.holder)}`);
  return outcome.release;
}

/** Returns the holder that prevents a claim. A look without a claim must find the same holder. */
async function refusal(): Promise<ClaimHolder> {
  const outcome = await claim(shared());
  if (!('holder' in outcome)) throw new Error('Nobody holds it.');
  expect(await findHolder(shared())).toEqual(outcome.holder);
  expect(readdirSync(folder)).toContain(basename(outcome.holder.file));
  return outcome.holder;
}

/** Starts a process that runs until the test ends. */
function startChild(command: readonly [string, readonly string[]], env: NodeJS.ProcessEnv = {}): ChildProcess {
  const child = spawn(command[0], command[1], { stdio: ['pipe', 'pipe', 'inherit'], env: { ...process.env, ...env } });
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
}

async function line(child: ChildProcess): Promise<string> {
  const [text] = (await once(child.stdout as NodeJS.ReadableStream, 'data')) as [Buffer];
  return text.toString().trim();
}

/** Starts a process that holds the folder. Returns its process id, in its own namespace. */
async function holder(
  namespaces: readonly Namespace[] = [],
  env: NodeJS.ProcessEnv = {},
): Promise<{ child: ChildProcess; pid: number }> {
  const child = startChild(inNamespaces(namespaces, [process.execPath, holding, folder]), env);
  return { child, pid: Number(await line(child)) };
}

async function kill(child: ChildProcess): Promise<void> {
  const closeEvent = once(child, 'close');
  child.kill('SIGKILL');
  await closeEvent;
}

/** Expects that the folder is free: a dead process must leave nothing behind. */
async function isFree(): Promise<void> {
  // The system closes the files of a process one after another, so this may take a moment.
  await expect.poll(async () => findHolder(shared()), { interval: 5 }).toBeUndefined();
  expect(readdirSync(folder)).toEqual([]);
  (await claimed())();
  expect(readdirSync(folder)).toEqual([]);
}

it.each([
  ['of one container', []],
  ...(canUnshare ? [['of two containers', ['pid', 'net', 'uts']] as const] : []),
] as const)('safety 7: a claim never belongs to two processes at a time %s', async (_, namespaces) => {
  mkdirSync(join(folder, 'target'));
  const times = isWhole ? 100 : 15;
  const command = [process.execPath, loop, join(folder, 'target'), join(folder, 'marker'), String(times)];
  const children = [1, 2].map(() => startChild(inNamespaces(namespaces, command)));
  await Promise.all(children.map(line));
  const ends = children.map(line);
  for (const child of children) child.stdin?.write('go\n');
  const came = (await Promise.all(ends)).map((text) => JSON.parse(text) as unknown);
  for (const each of came) expect(each).toMatchObject({ had: times, together: 0 });
  expect(readdirSync(join(folder, 'target'))).toEqual([]);
});

describe('safety 7: a claim keeps others out while its process runs', () => {
  it('in the same process', async () => {
    const release = await claimed();
    const foundHolder = await refusal();
    expect(describeHolder(foundHolder)).toBe(`by process ${process.pid}. Wait until it ends.`);
    const journal = createJournal(folder, 'https://directory.example.com', 'a contract', () => false);
    await expect(journal).rejects.toMatchObject({ exitCode: 7 });
    release();
    await isFree();
  });

  const inNamespace = canUnshare ? ([['pid'], ['net'], ['uts'], ['pid', 'net', 'uts']] as const) : [];
  it.each<[where: string, namespaces: readonly Namespace[], choose?: () => void]>([
    ['in another process', []],
    ...inNamespace.map((each): [string, readonly Namespace[]] => [`in another container with its own ${each}`, each]),
    ['in a folder whose path is longer than that of a socket', [], goDeep],
    ['in a folder whose path is nearly as long', [], () => (folder = join(folder, 'x'.repeat(102 - folder.length)))],
  ])('%s, also while that process is stopped, and no longer once it is killed', async (_, namespaces, choose) => {
    choose?.();
    mkdirSync(folder, { recursive: true });
    const { child, pid } = await holder(namespaces);
    expect(readdirSync(folder)).toHaveLength(1);
    const name = namespaces.includes('pid')
      ? `another process (it calls itself process ${pid}), perhaps in another container`
      : `process ${child.pid}`;
    expect(describeHolder(await refusal())).toBe(`by ${name}. Wait until it ends.`);
    child.kill('SIGSTOP');
    expect(describeHolder(await refusal())).toBe(`by ${name}. Wait until it ends.`);
    if (choose === goDeep) {
      vi.stubEnv('TMPDIR', join(folder, 'absent'));
      const doubt = `${unasked} (ENAMETOOLONG)`;
      expect(await refusal(), 'without a folder for temporary files').toMatchObject({ pid, doubt });
      vi.unstubAllEnvs();
    }
    await kill(child);
    await isFree();
  });

  it('under a name that is too long for the path of a socket', async () => {
    const longClaimable: Claimable = { folder, prefix: `${'state'.repeat(20)}.lock` };
    const outcome = await claim(longClaimable);
    expect(await claim(longClaimable)).toMatchObject({
      holder: { pid: process.pid, isSamePidNamespace: true, doubt: undefined },
    });
    if ('release' in outcome) outcome.release();
    expect(await findHolder(longClaimable)).toBeUndefined();
  });
});

describe('safety 7: a claim counts if it is unknown whether its process still runs', () => {
  async function isDoubted(doubt: string): Promise<void> {
    const foundHolder = await refusal();
    const message = `by a process ${doubt}. If that process no longer runs, delete ${foundHolder.file}.`;
    expect(describeHolder(foundHolder)).toBe(message);
    const journal = createJournal(folder, 'https://directory.example.com', 'a contract', () => false);
    await expect(journal).rejects.toThrow(`${message} Nothing was sent.`);
    rmSync(foundHolder.file);
    await isFree();
  }

  it('from an earlier start of the system or another machine, but not if a process listens there', async () => {
    const { child, pid } = await holder();
    const [name = ''] = readdirSync(folder);
    renameSync(join(folder, name), join(folder, name.replace(/^writer-\w+/, 'writer-0badb007')));
    expect(await refusal()).toMatchObject({ pid, isSamePidNamespace: false, doubt: undefined });
    await kill(child);
    await isDoubted('on another machine, or on this machine before its last restart');
  });

  it('in a folder that cannot have sockets, while it runs and afterwards', async () => {
    goDeep();
    const { child } = await holder([], { TMPDIR: join(folder, 'absent') });
    expect(await refusal()).toMatchObject({ doubt: unasked });
    await kill(child);
    await isDoubted(unasked);
  });

  it('of an earlier version', async () => {
    writeFileSync(join(folder, 'writer-0123456789ab-01234567-17-99'), '');
    await isDoubted(unasked);
  });

  // No machine stores data on ramfs. A file system of an unknown kind counts as a network disk.
  it.runIf(canUnshare)('on a disk that may be a network disk', async () => {
    const script = 'mount -t ramfs none "$0" && { "$1" "$2" "$0" die; "$1" "$2" "$0"; }';
    const [command, args] = inNamespaces(['mount'], ['sh', '-c', script, folder, process.execPath, holding]);
    const { stdout } = await runProgram(command, args);
    const [, said] = stdout.trim().split('\n');
    expect(said).toMatch(/^by a process that may be on another machine, since its file is not on a local disk\. /);
  });
});

describe('the socket of a claim', () => {
  it('does not keep its process running', async () => {
    expect(await runProgram(process.execPath, [holding, folder, 'end'])).toMatchObject({ code: 0, stderr: '' });
    expect(readdirSync(folder)).toEqual([]);
  });

  it('counts only for the prefix of its claim', async () => {
    const otherClaim = await claim({ folder, prefix: 'reader' });
    expect(await findHolder(shared())).toBeUndefined();
    if ('release' in otherClaim) otherClaim.release();
  });

  it('leaves no file in the folder for temporary files', async () => {
    goDeep();
    const temporary = temporaryFolder();
    vi.stubEnv('TMPDIR', temporary);
    const release = await claimed();
    await refusal();
    release();
    expect(readdirSync(temporary)).toEqual([]);
  });
});
