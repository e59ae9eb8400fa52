import { readYaml } from '../../answers/read-answers.js';
import { HarFiles } from '../../check/engine/recording/har-files.js';
import type { ReadContract } from '../../sandbox/model/read-contract.js';
import type { SandboxState } from '../../sandbox/model/store.js';
import { initialStateOf } from '../../sandbox/sandbox.js';
import { readScenario, ScenarioMistake, type ScenarioRule } from '../../sandbox/scenario/read-scenario.js';
import { type RecordedRead, type RecordedState, recordedState } from '../../sandbox/server/recorded-state.js';
import { readData } from '../../sandbox/server/state-source.js';
import { visible } from '../../text/escape.js';
import { counted } from '../../text/numbers.js';
import { UsageError } from '../../text/usage-error.js';

/** The options about the state at the start. */
export interface BeginFlags {
  data?: string;
  from?: string;
  entries?: number;
  seed?: number;
}

/**
 * The state at the start and after a reset.
 *
 * @returns `said`, sentences about a recording
 * @throws UsageError for a wrong file, a wrong number, or options that contradict each other
 */
export function beginsWith(
  { data, from, entries, seed }: BeginFlags,
  contract: ReadContract,
): { state: SandboxState; said: string } {
  const other = from === undefined ? 'entries' : 'from';
  if (data !== undefined && (from ?? entries) !== undefined)
    throw new UsageError(`--data is the whole state, so --${other} cannot add to it. Leave one of them out.`);
  if (data !== undefined) return { state: readData(data, contract), said: '' };
  const invented = initialStateOf(contract, {
    ...(entries !== undefined && { entries }),
    ...(seed !== undefined && { seed }),
  });
  if (from === undefined) return { state: invented, said: '' };
  const traffic = new HarFiles([from]);
  const found = recordedState(contract, readsOf(traffic), entries === undefined ? undefined : invented);
  const said = sentences(visible(from), found, traffic.notes());
  if (found.taken.size > 0) return { state: found.state, said };
  throw new UsageError(`${said} Record reads of the directory, or leave out --from.`);
}

function* readsOf(traffic: HarFiles): Iterable<RecordedRead> {
  const utf8 = new TextDecoder();
  for (const { exchange } of traffic.exchanges()) {
    const { request, response } = exchange;
    const text = utf8.decode(response?.bytes);
    yield { method: request.method, path: request.path, status: response?.status, text };
  }
}

function sentences(file: string, { taken, named, leftOut, unused }: RecordedState, notes: readonly string[]): string {
  const kinds = [...taken].sort(([, one], [, other]) => other - one).map(([kind, count]) => `${count} ${kind}`);
  const reasons = [...unused].sort(([, one], [, other]) => other - one).map(([why, count]) => `${count} (${why})`);
  return [
    `${file} shows ${kinds.length > 0 ? kinds.join(', ') : 'no resource of the contract'}.`,
    ...(named > 0
      ? [`${counted(named, 'more resource is', 'more resources are')} only mentioned in paths or in others.`]
      : []),
    ...(leftOut > 0 ? [`${counted(leftOut, 'value')} that the contract does not allow in responses left out.`] : []),
    ...(reasons.length > 0 ? [`Not used: ${reasons.join(', ')}.`] : []),
    ...notes.map((note) => `${note}.`.replace(/\.\.$/, '.')),
  ].join(' ');
}

/**
 * Reads the rules of a scenario.
 *
 * @throws UsageError with file, line and column for the first mistake
 */
export function readScenarioFile(file: string, contract: ReadContract): ScenarioRule[] {
  const { value, placeOf } = readYaml(file, 'a scenario');
  try {
    readScenario(value, contract);
  } catch (error) {
    if (error instanceof ScenarioMistake) throw new UsageError(`${placeOf(error.pointer)}: ${error.reason}`);
    throw error;
  }
  return value as ScenarioRule[];
}
