import { shown } from '../../check/model/deviation.js';
import { NoVerdict } from '../../check/model/no-verdict.js';
import { exitCodeOf } from '../../check/model/report/state-report.js';
import { StateRefusal, stateFolder, stateFolders, stateHome, stateIn, writerIn } from '../../check/restore/opening.js';
import { type OpenResource, type UndoneResource, type UndoOptions, undo, undoPlan } from '../../check/restore/undo.js';
import { withoutKey as hidden } from '../../check/transport/key.js';
import { baseUrlVariable, targetOf } from '../../check/transport/target.js';
import { heldBy } from '../../system/claim.js';
import { stopSignals } from '../../system/last-handler.js';
import { columnsOf } from '../../text/columns.js';
import { sentence, visible } from '../../text/escape.js';
import { exitCodes } from '../../text/exit-codes.js';
import { UsageError } from '../../text/usage-error.js';
import { headers } from '../check/setting-kinds.js';
import { here, type Surroundings } from '../command.js';

export interface UndoFlags
  extends Pick<UndoOptions, 'baseUrl' | 'timeout' | 'settle' | 'writeInterval' | 'keyCommand'> {
  allowInsecureHost?: readonly string[];
  plan?: boolean;
  header?: readonly string[];
}

/**
 * `directory-contract undo`: restores resources that runs of the check left changed, or lists them.
 *
 * @returns 0 nothing left · 2 usage · 3 the server cannot be reached · 4 somebody else changed a resource · 5 a
 * resource was not restored · 6 a journal is damaged · 7 another process is writing · 129, 130, 143 stopped
 */
export async function runUndo(
  { plan, header, allowInsecureHost, ...flags }: UndoFlags,
  streams: Streams = here,
): Promise<number> {
  const baseUrl = flags.baseUrl ?? (process.env[baseUrlVariable] || undefined);
  const given = header && headers.read(headers.fromTexts(header), '');
  const options = {
    ...flags,
    ...(baseUrl !== undefined && { baseUrl }),
    ...(given && { headers: given }),
    ...(allowInsecureHost && { allowInsecureHosts: allowInsecureHost }),
  };
  const { output, errors } = streams;
  const say = (text: string): void => void output.write(`${hidden(text)}\n`);
  const stop = stopSignals(() =>
    errors.write(
      'Stopping after this resource. A second signal ends the program at once; you can run undo again at any time.\n',
    ),
  );
  try {
    const open = undoPlan(options);
    if (open.length === 0) say('Nothing to undo.');
    if (plan || open.length === 0) {
      for (const each of open) say(planLines(each));
      return 0;
    }
    const servers = [...new Set(open.map((each) => each.baseUrl))];
    if (servers.length > 1)
      throw new UsageError(
        'The key may go to one server only, but several have something to undo: ' +
          `${servers.map((each) => visible(each)).join(', ')}. Name one of them with --base-url.`,
      );
    const undone: UndoneResource[] = [];
    await undo(
      { ...options, signal: stop.signal, onNotice: (text) => void errors.write(`${hidden(sentence(text))}\n`) },
      (each) => {
        undone.push(each);
        say(undoneLines(each));
      },
    );
    const unproven = undone.flatMap(({ mended }) => (mended.as === 'clean' ? [] : [mended]));
    const stopped = stop.exitCode();
    if (unproven.length > 0 || stopped === undefined) return exitCodeOf(unproven);
    return stopped;
  } catch (error) {
    return refused(error, errors);
  } finally {
    stop.close();
  }
}

function undoneLines({ baseUrl, resource, mended }: UndoneResource): string {
  const head =
    `${visible(resource.operationId)} at ${visible(baseUrl)}\n  ` +
    `${visible(resource.update?.path ?? resource.read.path)}`;
  if (mended.as === 'clean') return `${head}\n  was restored: a read returns the values from before the run.`;
  if (mended.as === 'unknown')
    return (
      `${head}\n  Its values are unknown: ${sentence(mended.why)} The journal is kept; run undo again when the ` +
      'resource can be read.'
    );
  const width = Math.max(...mended.differences.map(({ pointer }) => columnsOf(visible(pointer))));
  const lines = mended.differences.map(({ pointer, before, after }) => {
    const space = ' '.repeat(width - columnsOf(visible(pointer)));
    return `    ${visible(pointer)}${space}  was ${visible(shown(before))}, is ${visible(shown(after))}`;
  });
  const why =
    mended.as === 'left'
      ? '  was changed by somebody else since; that change was kept:'
      : '  differs from before the run, and no update restored it. The journal is kept; run undo again when corrected:';
  return [head, why, ...lines].join('\n');
}

type Streams = Pick<Surroundings, 'output' | 'errors'>;

/**
 * Prints why nothing was done, and returns the exit code.
 *
 * @throws the error itself if it is a bug
 */
export function refused(error: unknown, errors: Streams['errors']): number {
  if (error instanceof StateRefusal || error instanceof NoVerdict) {
    errors.write(`${hidden(sentence(error.message))}\n`);
    return error instanceof StateRefusal ? error.exitCode : exitCodes.noVerdict;
  }
  throw error;
}

function planLines({ baseUrl, resource, writes, at, pointers }: OpenResource): string {
  const sent = `${writes} ${writes === 1 ? 'write' : 'writes'}, the last at ${new Date(at).toISOString()}`;
  const names =
    resource.fields
      .filter(({ pointer }) => pointers.has(pointer))
      .map(({ name }) => visible(name))
      .join(', ') || 'nothing';
  return [
    `${visible(resource.operationId)} at ${visible(baseUrl)}`,
    `  ${visible(resource.update?.path ?? resource.read.path)}`,
    `  ${sent}`,
    resource.update
      ? `  restores these fields if they still have the written values: ${names}`
      : '  compares it with its values before the run',
  ].join('\n');
}

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
