import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { syncFolder } from '../../files/sync-folder.js';
import { type Claimable, claim, type Holder, holderOf } from '../../system/claim.js';
import { thisBoot } from '../../system/living-process.js';
import { exitCodes } from '../../text/exit-codes.js';
import { Journal, type JournalState, journalFile, readJournal, removeJournal } from './journal.js';
import { JournalDamage } from './journal-lines.js';

/** Why nothing was written: the journal of the target is damaged (6), or it is not free (7). */
export class StateRefusal extends Error {
  override readonly name = 'StateRefusal';
  readonly exitCode: 6 | 7;

  constructor(exitCode: 6 | 7, message: string) {
    super(message);
    this.exitCode = exitCode;
  }
}

/** A journal that is this process's alone. */
export interface OwnJournal {
  journal: Journal;
  /** Closes the journal, and lets others have the target. */
  close(): void;
}

/**
 * Makes the journal of a target for a run that writes.
 *
 * @throws StateRefusal where another process writes there, or what a run before has written is not put back
 */
export async function newJournal(
  folder: string,
  baseUrl: string,
  contract: string,
  isSecret: (text: string) => boolean,
): Promise<OwnJournal> {
  const release = await claimed(folder, baseUrl);
  try {
    const before = stateIn(folder);
    const open = before?.openWrites().length ?? 0;
    if (open > 0) {
      throw new StateRefusal(
        exitCodes.inUse,
        `A run before has left ${open} ${open === 1 ? 'write' : 'writes'} to ${baseUrl} that ` +
          `${open === 1 ? 'is' : 'are'} not proven to be undone; nothing was sent. ${undoHint(baseUrl)}`,
      );
    }
    removeJournal(folder);
    const journal = new Journal(folder, isSecret);
    journal.append({ kind: 'begin', format: 1, baseUrl, contract, at: Date.now(), boot: thisBoot() });
    return owned(journal, release);
  } catch (error) {
    release();
    throw error;
  }
}

/** Opens the journal of a target to put things back; undefined where there is none. @throws StateRefusal */
export async function oldJournal(
  folder: string,
  baseUrl: string,
  isSecret: (text: string) => boolean,
): Promise<OwnJournal | undefined> {
  const release = await claimed(folder, baseUrl);
  try {
    if (!stateIn(folder)) {
      release();
      return undefined;
    }
    return owned(new Journal(folder, isSecret), release);
  } catch (error) {
    release();
    throw error;
  }
}

/** What the journal of a folder says. @throws StateRefusal where it is damaged */
export function stateIn(folder: string): JournalState | undefined {
  try {
    return readJournal(folder);
  } catch (error) {
    if (!(error instanceof JournalDamage)) throw error;
    throw new StateRefusal(
      exitCodes.journalDamaged,
      `The journal ${journalFile(folder)} is damaged: ${error.message}. Nothing was sent. Look at the things ` +
        'that its lines name, put them right by hand, then remove its folder.',
    );
  }
}

/** A journal tells of another server than the one that its folder is for: the key is not sent there. */
export function strangeJournal(folder: string): StateRefusal {
  return new StateRefusal(
    exitCodes.journalDamaged,
    `The journal ${journalFile(folder)} is of another server than its folder is for. Nothing was sent. Where ` +
      'it was copied, put it back; else remove it.',
  );
}

/** The line that puts back what is left to put back. */
export function undoLine(baseUrl: string): string {
  return `directory-contract undo --base-url ${baseUrl}`;
}

function undoHint(baseUrl: string): string {
  return `Run "${undoLine(baseUrl)}" first; with --plan it only says what it would do.`;
}

/** Who writes to the target of a folder; undefined where nobody does. */
export function writerIn(folder: string): Holder | undefined {
  return holderOf(claimable(folder));
}

/** Who else has a target, as the end of a sentence. */
export function heldBy({ pid, isHere, file }: Holder): string {
  return isHere
    ? `by the process ${pid}. Let it end first.`
    : 'by a process on another machine, of which this one cannot say whether it still runs. Where it does not, ' +
        `remove ${file}.`;
}

/** One process writes to a target at a time. The folder may be one that several machines see. */
function claimable(folder: string): Claimable {
  return { folder, word: 'writer', isShared: true };
}

async function claimed(folder: string, baseUrl: string): Promise<() => void> {
  const made = mkdirSync(folder, { recursive: true, mode: 0o700 });
  // A folder that is new is on disk for sure when the one above it is.
  for (let at = folder; made !== undefined && at.length >= made.length; at = dirname(at)) syncFolder(dirname(at));
  const found = await claim(claimable(folder));
  if ('release' in found) return found.release;
  throw new StateRefusal(exitCodes.inUse, `${baseUrl} is being written to ${heldBy(found.holder)} Nothing was sent.`);
}

function owned(journal: Journal, release: () => void): OwnJournal {
  return {
    journal,
    close() {
      journal.close();
      release();
    },
  };
}
