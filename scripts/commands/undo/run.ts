import { shown } from '../../check/model/deviation.js';
import { exitCodeOf } from '../../check/model/report/state-report.js';
import { type UndoneResource, undo, undoPlan } from '../../check/restore/undo.js';
import { withoutKey as hidden } from '../../check/transport/key.js';
import { baseUrlVariable } from '../../check/transport/target.js';
import { stopSignals } from '../../system/stop-signals.js';
import { columnsOf } from '../../text/columns.js';
import { sentence, visible } from '../../text/escape.js';
import { UsageError } from '../../text/usage-error.js';
import { headers } from '../check/setting-kinds.js';
import { here } from '../surroundings.js';
import { planLines, refused, type Streams } from './left-to-undo.js';

export interface UndoFlags {
  baseUrl?: string;
  allowInsecureHost?: readonly string[];
  plan?: boolean;
  timeout?: number;
  settle?: number;
  writeInterval?: number;
  header?: readonly string[];
  keyCommand?: string;
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
