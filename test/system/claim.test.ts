import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { build } from 'esbuild';
import { describe, expect, it, onTestFinished } from 'vitest';
import { newJournal } from '../../scripts/check/restore/opening.js';
import { type Claimable, claim, holderOf } from '../../scripts/system/claim.js';
import { temporaryFolder } from '../temporary-folder.js';

const isLong = process.env['CHECK_SEEDS'] !== undefined;
const isLinux = process.platform === 'linux';

function shared(folder: string): Claimable {
  return { folder, word: 'writer', isShared: true };
}

async function claimed(folder: string): Promise<() => void> {
  const found = await claim(shared(folder));
  if (!('release' in found)) throw new Error(`Process ${found.holder.pid} holds it.`);
  return found.release;
}

/** The name of this process's claim file, in its parts: `writer`, host, boot, process and start. */
async function ownName(): Promise<string[]> {
  const folder = temporaryFolder();
  const release = await claimed(folder);
  const [name = ''] = readdirSync(folder);
  release();
  return name.split('-');
}

/** Writes the claim file of another process, which differs from this process's in some parts. */
async function claimOf(
  folder: string,
  change: { host?: string; boot?: string; pid?: number; started?: string },
): Promise<string> {
  const [word, host, boot, pid, started] = await ownName();
  const file = join(
    folder,
    [word, change.host ?? host, change.boot ?? boot, change.pid ?? pid, change.started ?? started].join('-'),
  );
  writeFileSync(file, '');
  return file;
}

/** State and start time of a process (proc(5)). */
function statOf(pid: number): { state: string; started: string } {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return { state: fields[0] ?? '', started: fields[19] ?? '' };
}

/** A process that runs until the test ends. */
function started(command: string, args: readonly string[]): ChildProcess {
  const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
}

async function line(child: ChildProcess): Promise<string> {
  const [text] = (await once(child.stdout as NodeJS.ReadableStream, 'data')) as [Buffer];
  return text.toString().trim();
}

describe('a claim', () => {
  it('safety 7: never belongs to two processes at a time', async () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, 'target'));
    const program = join(folder, 'claim-loop.mjs');
    await build({
      entryPoints: [resolve('test/system/claim-loop.ts')],
      bundle: true,
      platform: 'node',
      format: 'esm',
      outfile: program,
    });
    const times = isLong ? 100 : 25;
    const children = [1, 2].map(() =>
      started(process.execPath, [program, join(folder, 'target'), join(folder, 'marker'), String(times)]),
    );
    await Promise.all(children.map(line));
    const ends = children.map(line);
    for (const child of children) child.stdin?.write('go\n');
    const came = (await Promise.all(ends)).map((text) => JSON.parse(text) as unknown);
    for (const each of came) expect(each).toMatchObject({ had: times, together: 0 });
    expect(readdirSync(join(folder, 'target'))).toEqual([]);
  });

  it('keeps others out until it is released', async () => {
    const folder = temporaryFolder();
    const release = await claimed(folder);
    expect(await claim(shared(folder))).toMatchObject({ holder: { pid: process.pid, isHere: true } });
    expect(holderOf(shared(folder))).toMatchObject({ pid: process.pid });
    await expect(newJournal(folder, 'https://directory.example.com', 'a contract', () => false)).rejects.toMatchObject({
      exitCode: 7,
    });
    release();
    expect(readdirSync(folder)).toEqual([]);
    (await claimed(folder))();
  });

  it('of a running process is respected', async () => {
    const child = started('sleep', ['60']);
    const folder = temporaryFolder();
    const pid = child.pid ?? 0;
    const file = await claimOf(folder, { pid, ...(isLinux && { started: statOf(pid).started }) });
    expect(await claim(shared(folder))).toEqual({ holder: { pid, isHere: true, file } });
    expect(readdirSync(folder)).toEqual([basename(file)]);
  });

  it('of a process that has ended no longer counts', async () => {
    const child = started('true', []);
    await once(child, 'exit');
    const folder = temporaryFolder();
    await claimOf(folder, { pid: child.pid ?? 0 });
    expect(holderOf(shared(folder))).toBeUndefined();
    (await claimed(folder))();
    expect(readdirSync(folder)).toEqual([]);
  });

  // Only Linux tells when a process and the machine started.
  it.runIf(isLinux)('of a process whose id was reused no longer counts', async () => {
    const folder = temporaryFolder();
    await claimOf(folder, { pid: started('sleep', ['60']).pid ?? 0, started: '1' });
    (await claimed(folder))();
  });

  it.runIf(isLinux)('from before a restart of the machine no longer counts', async () => {
    const folder = temporaryFolder();
    const pid = started('sleep', ['60']).pid ?? 0;
    await claimOf(folder, { pid, boot: '0badb007', started: statOf(pid).started });
    (await claimed(folder))();
  });

  it.runIf(isLinux)('of a zombie process no longer counts', async () => {
    // The shell becomes a program that never waits for its child, which ends only then.
    const child = started('sh', ['-c', 'exec 3<&0; cat <&3 & echo $!; exec sleep 60']);
    const pid = Number(await line(child));
    await expect.poll(() => readFileSync(`/proc/${child.pid}/comm`, 'utf8'), { interval: 5 }).toBe('sleep\n');
    child.stdin?.end();
    await expect.poll(() => statOf(pid).state, { interval: 5 }).toBe('Z');
    const folder = temporaryFolder();
    await claimOf(folder, { pid, started: statOf(pid).started });
    (await claimed(folder))();
  });

  it('of another machine is respected, and its file named, since whether it still runs is unknown', async () => {
    const folder = temporaryFolder();
    const child = started('true', []);
    await once(child, 'exit');
    const file = await claimOf(folder, { host: '0123456789ab', pid: child.pid ?? 0 });
    expect(await claim(shared(folder))).toEqual({ holder: { pid: child.pid, isHere: false, file } });
    await expect(newJournal(folder, 'https://directory.example.com', 'a contract', () => false)).rejects.toThrow(
      `by a process on another machine. If that process no longer runs, delete ${file}. Nothing was sent.`,
    );
    rmSync(file);
    (await claimed(folder))();
  });
});
