import { readJournal } from '../../../scripts/check/restore/journal.js';
import { stateFolder } from '../../../scripts/check/restore/state-folder.js';
import type { UndoOptions } from '../../../scripts/check/restore/undo.js';
import type { Ended } from './child.js';
import type { FaultyServer } from './faulty-server.js';
import type { Programs } from './programs.js';

/** What an undo has to be told here. */
export type UndoSettings = UndoOptions & { baseUrl: string; stateHome: string };

/** After so many the undo has to be through. */
const undoLimit = 2;

/** What is wrong with the end of a run that nobody has killed; undefined where it is right. */
export function wrongEnd({ exitCode, differing }: Ended, isSame: boolean, openResources: number): string | undefined {
  if (exitCode === 4) return 'It ended with 4, and nobody else has changed anything.';
  const saysOther = exitCode === 5;
  if (saysOther !== differing > 0)
    return `It ended with ${exitCode}, and knows of ${differing} things that they are not what they were.`;
  if (!saysOther && !isSame) return `It ended with ${exitCode}, and the state is another.`;
  return !saysOther && openResources > 0 ? `It ended with ${exitCode}, and its journal is open.` : undefined;
}

/**
 * Undoes as often as anybody would.
 *
 * @param before the state that has to come of it
 * @returns what is wrong then; undefined where the state is what it was, and the undo says so
 */
export async function wrongAfterUndo(
  { undoHere }: Programs,
  server: FaultyServer,
  settings: UndoSettings,
  before: string,
): Promise<string | undefined> {
  for (let round = 1; ; round += 1) {
    const said = await saidByUndo(undoHere, settings);
    await server.quiet();
    const { state } = server;
    const isClean = said.every((each) => each === 'clean');
    const found =
      state === before ? 'the state is what it was' : `the state is another: ${firstDifference(before, state)}`;
    const wrong = `After ${round} of ${undoLimit} undos it says "${said.join(', ') || 'nothing to undo'}", and ${found}`;
    if (isClean && state !== before) return `${wrong}.`;
    if (isClean) return openThings(settings) > 0 ? `${wrong}, and the journal is open.` : undefined;
    if (round === undoLimit) return `${wrong}.`;
  }
}

/** What became of each thing, or why nothing was done. */
async function saidByUndo(undo: Programs['undoHere'], settings: UndoSettings): Promise<string[]> {
  const said: string[] = [];
  try {
    await undo(settings, ({ mended }) => said.push(mended.as === 'clean' ? 'clean' : JSON.stringify(mended)));
  } catch (error) {
    said.push(`${(error as Error).name}: ${(error as Error).message}`);
  }
  return said;
}

/** Things whose writes nobody has closed. */
export function openThings({ baseUrl, stateHome }: UndoSettings): number {
  return readJournal(stateFolder(baseUrl, stateHome))?.openResources().length ?? 0;
}

function firstDifference(before: string, after: string): string {
  const at = [...before].findIndex((character, index) => character !== after[index]);
  const part = (text: string): string => JSON.stringify(text.slice(Math.max(0, at - 20), at + 40));
  return `expected ${part(before)}, found ${part(after)}`;
}
