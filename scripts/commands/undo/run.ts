import { formatValue } from '../../check/model/deviation.js';
import { NoVerdict } from '../../check/model/no-verdict.js';
import { exitCodeOf } from '../../check/model/report/state-report.js';
import {
  findWriter,
  getStateHome,
  listStateFolders,
  readState,
  StateRefusal,
  stateFolderOf,
} from '../../check/restore/journal-folder.js';
import { type OpenResource, planUndo, type UndoOptions, type UndoResult, undo } from '../../check/restore/undo.js';
import { withoutKey as redact } from '../../check/transport/key.js';
import { baseUrlVariable, targetOf } from '../../check/transport/target.js';
import { describeHolder } from '../../system/claim.js';
import { watchStopSignals } from '../../system/exit-handler.js';
import { columnCountOf } from '../../text/columns.js';
import { sanitize, sanitizeSentence } from '../../text/escape.js';
import { exitCodes } from '../../text/exit-codes.js';
import { UsageError } from '../../text/usage-error.js';
import { headersKind } from '../check/setting-kinds.js';
import { type CommandContext, processContext } from '../command.js';

export interface UndoFlags
  extends Pick<UndoOptions, 'baseUrl' | 'timeout' | 'settle' | 'writeInterval' | 'keyCommand'>,
    Pick<UndoOptions, 'proxy' | 'clientCert' | 'clientKey' | 'ca'> {
  allowInsecureHost?: readonly string[];
  plan?: boolean;
  header?: readonly string[];
}

/**
 * `directory-contract undo`: restores, or only lists, resources that earlier checks left changed.
 *
 * @returns the exit code: 0 nothing left · 2 wrong usage · 3 server unreachable · 4 somebody else changed a resource ·
 * 5 a resource was not restored · 6 a journal is damaged · 7 another process is writing · 129, 130, 143 stopped
 */
export async function runUndo(
  { plan, header, allowInsecureHost, ...flags }: UndoFlags,
  streams: Streams = processContext,
): Promise<number> {
  const baseUrl = flags.baseUrl ?? (process.env[baseUrlVariable] || undefined);
  const headerVariables = header && headersKind.read(headersKind.fromTexts(header), '');
  const options = {
    ...flags,
    ...(baseUrl !== undefined && { baseUrl }),
    ...(headerVariables && { headers: headerVariables }),
    ...(allowInsecureHost && { allowInsecureHosts: allowInsecureHost }),
  };
  const { output, errors } = streams;
  const say = (text: string): void => void output.write(`${redact(text)}\n`);
  const stopListener = watchStopSignals(() =>
    errors.write(
      'Stopping after this resource. A second signal ends the program at once; you can run undo again at any time.\n',
    ),
  );
  try {
    const openResources = planUndo(options);
    if (openResources.length === 0) say('Nothing to undo.');
    if (plan || openResources.length === 0) {
      for (const resource of openResources) say(planText(resource));
      return 0;
    }
    const servers = [...new Set(openResources.map((resource) => resource.baseUrl))];
    if (servers.length > 1)
      throw new UsageError(
        'The key may be sent to one server only, but several servers have changes to undo: ' +
          `${servers.map((server) => sanitize(server)).join(', ')}. Name one of them with --base-url.`,
      );
    const results: UndoResult[] = [];
    await undo(
      {
        ...options,
        signal: stopListener.signal,
        onNotice: (text) => void errors.write(`${redact(sanitizeSentence(text))}\n`),
      },
      (undoResult) => {
        results.push(undoResult);
        say(resultText(undoResult));
      },
    );
    const unrestoredResults = results.flatMap(({ result }) => (result.as === 'clean' ? [] : [result]));
    const stopCode = stopListener.exitCode();
    if (unrestoredResults.length > 0 || stopCode === undefined) return exitCodeOf(unrestoredResults);
    return stopCode;
  } catch (error) {
    return printRefusal(error, errors);
  } finally {
    stopListener.close();
  }
}

function resultText({ baseUrl, resource, result }: UndoResult): string {
  const heading =
    `${sanitize(resource.operationId)} at ${sanitize(baseUrl)}\n  ` +
    `${sanitize(resource.update?.path ?? resource.read.path)}`;
  if (result.as === 'clean') return `${heading}\n  was restored: a read returns the values from before the run.`;
  if (result.as === 'unknown')
    return (
      `${heading}\n  Its values are unknown: ${sanitizeSentence(result.why)} The journal is kept; run undo again ` +
      `when the ` +
      'resource can be read.'
    );
  const width = Math.max(...result.differences.map(({ pointer }) => columnCountOf(sanitize(pointer))));
  const lines = result.differences.map(({ pointer, before, after }) => {
    const padding = ' '.repeat(width - columnCountOf(sanitize(pointer)));
    return (
      `    ${sanitize(pointer)}${padding}  was ${sanitize(formatValue(before))}, is ` +
      `${sanitize(formatValue(after))}`
    );
  });
  const verdict =
    result.as === 'left'
      ? '  was changed by somebody else after the run began; that change was kept:'
      : '  differs from its state before the run, and no update restored it. The journal is kept. Correct the values ' +
        'or the server, then run undo again. The differences:';
  return [heading, verdict, ...lines].join('\n');
}

type Streams = Pick<CommandContext, 'output' | 'errors'>;

/** Prints why the command did nothing, and returns the exit code. @throws the error itself if it is a bug */
export function printRefusal(error: unknown, errors: Streams['errors']): number {
  if (error instanceof StateRefusal || error instanceof NoVerdict) {
    errors.write(`${redact(sanitizeSentence(error.message))}\n`);
    return error instanceof StateRefusal ? error.exitCode : exitCodes.noVerdict;
  }
  throw error;
}

function planText({ baseUrl, resource, writeCount, lastWriteAt, pointers }: OpenResource): string {
  const lastTime = new Date(lastWriteAt).toISOString();
  const writesText = `${writeCount} ${writeCount === 1 ? 'write' : 'writes'}, the last at ${lastTime}`;
  const names =
    resource.fields
      .filter(({ pointer }) => pointers.has(pointer))
      .map(({ name }) => sanitize(name))
      .join(', ') || 'nothing';
  return [
    `${sanitize(resource.operationId)} at ${sanitize(baseUrl)}`,
    `  ${sanitize(resource.update?.path ?? resource.read.path)}`,
    `  ${writesText}`,
    resource.update
      ? `  restores these fields if they still have the written values: ${names}`
      : '  compares it with its values before the run',
  ].join('\n');
}

/** `directory-contract status`: lists the servers to which a check is writing, and changes that are left to undo. */
export async function runStatus(
  { baseUrl }: { baseUrl?: string },
  { output, errors }: Streams = processContext,
): Promise<number> {
  const home = getStateHome();
  const folders = baseUrl === undefined ? listStateFolders(home) : [stateFolderOf(baseUrl, home)];
  let exitCode = 0;
  let isEmpty = true;
  for (const folder of folders) {
    try {
      const writerProcess = await findWriter(folder);
      const state = readState(folder);
      const openResources = state?.getOpenResources() ?? [];
      if (!writerProcess && openResources.length === 0) continue;
      isEmpty = false;
      const url = state?.beginRecord?.baseUrl ?? baseUrl ?? folder;
      if (writerProcess) output.write(`${redact(`${sanitize(url)} is in use ${describeHolder(writerProcess)}`)}\n`);
      else for (const resource of planUndo({ baseUrl: url })) output.write(`${redact(planText(resource))}\n`);
      exitCode ||= exitCodes.inUse;
    } catch (error) {
      isEmpty = false;
      exitCode = printRefusal(error, errors);
    }
  }
  if (isEmpty)
    output.write(
      `No check is writing, and nothing is left to undo` +
        `${baseUrl === undefined ? '' : ` at ${sanitize(targetOf(baseUrl).baseUrl)}`}.\n`,
    );
  return exitCode;
}
