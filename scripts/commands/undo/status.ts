import { stateIn, writerIn } from '../../check/restore/opening.js';
import { stateFolder, stateFolders, stateHome } from '../../check/restore/state-folder.js';
import { undoPlan } from '../../check/restore/undo.js';
import { withoutKey as hidden } from '../../check/transport/key.js';
import { targetOf } from '../../check/transport/target.js';
import { heldBy } from '../../system/claim.js';
import { visible } from '../../text/escape.js';
import { exitCodes } from '../../text/exit-codes.js';
import { here } from '../surroundings.js';
import { planLines, refused, type Streams } from './left-to-undo.js';

/** `directory-contract status`: the servers to which a check is writing, and the changes that are left to undo. */
export async function runStatus(
  { baseUrl }: { baseUrl?: string },
  { output, errors }: Streams = here,
): Promise<number> {
  const home = stateHome();
  const folders = baseUrl === undefined ? stateFolders(home) : [stateFolder(baseUrl, home)];
  let exitCode = 0;
  let isEmpty = true;
  for (const folder of folders) {
    try {
      const holder = await writerIn(folder);
      const state = stateIn(folder);
      const open = state?.openResources() ?? [];
      if (!holder && open.length === 0) continue;
      isEmpty = false;
      const url = state?.begin?.baseUrl ?? baseUrl ?? folder;
      if (holder) output.write(`${hidden(`${visible(url)} is in use ${heldBy(holder)}`)}\n`);
      else for (const each of undoPlan({ baseUrl: url })) output.write(`${hidden(planLines(each))}\n`);
      exitCode ||= exitCodes.inUse;
    } catch (error) {
      isEmpty = false;
      exitCode = refused(error, errors);
    }
  }
  if (isEmpty)
    output.write(
      `No check is writing, and nothing is left to undo` +
        `${baseUrl === undefined ? '' : ` at ${visible(targetOf(baseUrl).baseUrl)}`}.\n`,
    );
  return exitCode;
}
