import { readYaml } from '../../answers/read-answers.js';
import { HarFiles } from '../../check/engine/recording/har-files.js';
import type { SandboxContract } from '../../sandbox/model/read-contract.js';
import type { SandboxState } from '../../sandbox/model/store.js';
import { initialStateOf } from '../../sandbox/sandbox.js';
import { readScenario, ScenarioMistake, type ScenarioRule } from '../../sandbox/scenario/read-scenario.js';
import { type RecordedRead, type RecordedState, stateFromReads } from '../../sandbox/server/recorded-state.js';
import { readData } from '../../sandbox/server/state-source.js';
import { sanitize } from '../../text/escape.js';
import { formatCount } from '../../text/numbers.js';
import { UsageError } from '../../text/usage-error.js';

export interface InitialStateFlags {
  data?: string;
  from?: string;
  entries?: number;
  seed?: number;
}

/**
 * Reads or creates the state of the sandbox at the start and after a reset.
 *
 * @returns the state, and in `note` sentences about its recording, if any
 * @throws UsageError for a wrong file, a wrong number, or options that contradict each other
 */
export function readInitialState(
  { data, from, entries, seed }: InitialStateFlags,
  contract: SandboxContract,
): { state: SandboxState; note: string } {
  const conflictingFlag = from === undefined ? 'entries' : 'from';
  if (data !== undefined && (from ?? entries) !== undefined)
    throw new UsageError(
      `--data gives the whole initial state, so --${conflictingFlag} cannot add to it. Leave one of them out.`,
    );
  if (data !== undefined) return { state: readData(data, contract), note: '' };
  const sampleState = initialStateOf(contract, {
    ...(entries !== undefined && { entries }),
    ...(seed !== undefined && { seed }),
  });
  if (from === undefined) return { state: sampleState, note: '' };
  const traffic = new HarFiles([from]);
  const recording = stateFromReads(contract, readsOf(traffic), entries === undefined ? undefined : sampleState);
  const note = recordingNote(sanitize(from), recording, traffic.notes());
  if (recording.resourceCounts.size > 0) return { state: recording.state, note };
  throw new UsageError(`${note} Use a recording of requests that read the directory, or leave out --from.`);
}

function* readsOf(traffic: HarFiles): Iterable<RecordedRead> {
  const utf8 = new TextDecoder();
  for (const { exchange } of traffic.exchanges()) {
    const { request, response } = exchange;
    const text = utf8.decode(response?.bytes);
    yield { method: request.method, path: request.path, status: response?.status, text };
  }
}

function recordingNote(
  file: string,
  { resourceCounts: counts, mentionedCount, droppedValueCount: omittedCount, skipCounts: unusedCounts }: RecordedState,
  notes: readonly string[],
): string {
  const kinds = [...counts].sort(([, a], [, b]) => b - a).map(([kind, count]) => `${count} ${kind}`);
  const reasons = [...unusedCounts].sort(([, a], [, b]) => b - a).map(([reason, count]) => `${count} (${reason})`);
  return [
    `${file} contains ${kinds.length > 0 ? kinds.join(', ') : 'no resource of the contract'}.`,
    ...(mentionedCount > 0
      ? [
          `${formatCount(mentionedCount, 'more resource is', 'more resources are')} mentioned only in paths or in ` +
            'other resources.',
        ]
      : []),
    ...(omittedCount > 0
      ? [`Left out ${formatCount(omittedCount, 'value')} that the contract does not allow in responses.`]
      : []),
    ...(reasons.length > 0 ? [`Not used: ${reasons.join(', ')}.`] : []),
    ...notes.map((note) => `${note}.`.replace(/\.\.$/, '.')),
  ].join(' ');
}

/** @throws UsageError with file, line and column for the first mistake */
export function readScenarioFile(file: string, contract: SandboxContract): ScenarioRule[] {
  const { value, placeOf } = readYaml(file, 'a scenario');
  try {
    readScenario(value, contract);
  } catch (error) {
    if (error instanceof ScenarioMistake) throw new UsageError(`${placeOf(error.pointer)}: ${error.reason}`);
    throw error;
  }
  return value as ScenarioRule[];
}
