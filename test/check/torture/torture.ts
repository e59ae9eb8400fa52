import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { CheckOptions } from '../../../scripts/check/model/options.js';
import { journalFilePath } from '../../../scripts/check/restore/journal.js';
import { stateFolderOf } from '../../../scripts/check/restore/journal-folder.js';
import { syncedCopy } from './counted-files.js';
import type { Fault } from './faults.js';
import { FaultyServer, type Frozen } from './faulty-server.js';
import { journalsLeft, type KeptFolder, keepFolder, type LeftJournal, putFolder } from './left-journals.js';
import type { Ended } from './program.js';
import { type Programs, temporaryRoot } from './programs.js';
import { type Kind, key, subjects } from './resources.js';
import { openResources, type UndoSettings, wrongAfterUndo, wrongEnd } from './verdict.js';

// The undo in this process needs the key, too.
process.env['DIRECTORY_API_KEY'] = key;

/** One run that is killed, and then undone. */
export interface Task {
  kind: Kind;
  fault: Fault;
  /** The step before which the run is killed; without it, the run goes to its end. */
  point?: string;
  /** Steps before which the undo is also killed: numbers from 1, or all. */
  undoPoints?: readonly number[] | 'all';
}

/** One combination of kills and undos. */
export interface Case {
  name: string;
  /** A description of the wrong final state; undefined if the state is right. */
  wrong?: string;
}

/**
 * Kills one run, and undoes its writes with every journal that the kill may leave.
 *
 * @returns also the steps of a run that was not killed
 */
export async function torture(
  programs: Programs,
  task: Task,
): Promise<{ cases: readonly Case[]; steps: readonly string[] }> {
  const { resources, operationId } = subjects[task.kind];
  const server = await FaultyServer.start(resources, task.fault);
  const settings = {
    baseUrl: server.url,
    settle: task.fault.settle,
    stateHome: mkdtempSync(join(temporaryRoot(), 'state-')),
  };
  const scene = new Scene(`${task.kind}, ${task.fault.name}`, programs, server, settings);
  try {
    const steps = await scene.run({ ...settings, writes: 'roundtrip', only: [operationId], runs: 0 }, task);
    return { cases: scene.cases, steps };
  } finally {
    await server.close();
    rmSync(settings.stateHome, { recursive: true, force: true });
  }
}

/** A server and its journal folder, which can return together to an earlier moment. */
class Scene {
  readonly cases: Case[] = [];
  readonly #about: string;
  readonly #programs: Programs;
  readonly #server: FaultyServer;
  readonly #settings: UndoSettings;
  readonly #folder: string;
  readonly #before: string;

  constructor(about: string, programs: Programs, server: FaultyServer, settings: UndoSettings) {
    [this.#about, this.#programs, this.#server, this.#settings] = [about, programs, server, settings];
    this.#folder = stateFolderOf(settings.baseUrl, settings.stateHome);
    this.#before = server.state;
  }

  /** @returns the steps of a run that was not killed */
  async run(
    options: CheckOptions,
    { point, undoPoints = [] }: Pick<Task, 'point' | 'undoPoints'>,
  ): Promise<readonly string[]> {
    const server = this.#server;
    server.watch(syncedCopy(journalFilePath(this.#folder)));
    const printedText = await ranUntil(this.#programs.file, ['check', options], point);
    server.endRun();
    const label = printedText === undefined ? `killed before ${point}` : 'not killed';
    const [unrecorded] = server.unrecorded;
    if (unrecorded !== undefined) this.#add(label, `This was sent before its record was on disk: ${unrecorded}.`);
    const moment = server.freeze();
    const result = printedText === undefined ? undefined : (JSON.parse(printedText) as Ended);
    if (result) {
      await server.quiet();
      this.#add(label, wrongEnd(result, server.state === this.#before, openResources(this.#settings)));
    }
    await this.#eachJournal(label, moment, (name, back) => this.#killUndos(name, back, undoPoints));
    return result?.steps ?? [];
  }

  /** Undoes with each journal that may remain at a moment. The first journal is already in place. */
  async #eachJournal(
    about: string,
    moment: Frozen,
    then?: (about: string, back: () => Promise<void>) => Promise<void>,
  ): Promise<void> {
    const keptFolder = keepFolder(this.#folder);
    for (const [index, journal] of journalsLeft(keptFolder).entries()) {
      const name = `${about}, the journal ${journal.name}`;
      const back = (): Promise<void> => this.#back(moment, keptFolder, journal);
      if (index > 0) await back();
      this.#add(name, await wrongAfterUndo(this.#programs, this.#server, this.#settings, this.#before));
      await then?.(name, back);
    }
  }

  /** Kills the undo before each of these steps. */
  async #killUndos(about: string, back: () => Promise<void>, points: readonly number[] | 'all'): Promise<void> {
    for (let index = 0; points === 'all' || index < points.length; index += 1) {
      const point = String(points === 'all' ? index + 1 : points[index]);
      await back();
      const printedText = await ranUntil(this.#programs.file, ['undo', this.#settings], point);
      // The undo ended before that step.
      if (printedText !== undefined) return;
      await this.#eachJournal(`${about}, the undo killed before its step ${point}`, this.#server.freeze());
    }
  }

  /** Returns to a moment, with one of the journals that may remain then. */
  async #back(moment: Frozen, keptFolder: KeptFolder, journal: LeftJournal): Promise<void> {
    await this.#server.thaw(moment);
    putFolder(this.#folder, keptFolder, journal);
  }

  #add(about: string, wrongText: string | undefined): void {
    this.cases.push({ name: `${this.#about}, ${about}`, ...(wrongText !== undefined && { wrong: wrongText }) });
  }
}

/**
 * Runs a program until it ends or kills itself.
 *
 * @param args the task and its options
 * @param point the step at which the program kills itself: a name or a number, as `reach` takes it
 * @returns the output; undefined if the program was killed
 * @throws Error if the program fails
 */
async function ranUntil(
  program: string,
  args: readonly [task: 'check' | 'undo', options: object],
  point: string | undefined,
): Promise<string | undefined> {
  const [task, options] = args;
  const child = spawn(process.execPath, [program, task, JSON.stringify(options)], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, DIRECTORY_API_KEY: key, ...(point !== undefined && { TORTURE_POINT: point }) },
  });
  const [printedText, errors, [code, signal]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close') as Promise<[number | null, string | null]>,
  ]);
  if (signal === 'SIGKILL' && point !== undefined) return undefined;
  if (code !== 0) throw new Error(`${task} ended with ${code ?? signal}: ${errors}`);
  return printedText;
}
