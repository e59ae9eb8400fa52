import { faultGroups, faults as knownFaults } from '../../sandbox/faults/index.js';
import { readContract, type SandboxContract } from '../../sandbox/model/read-contract.js';
import { buildSandbox, defaultKey, initialStateOf, ownContract, type Sandbox } from '../../sandbox/sandbox.js';
import type { ScenarioRule } from '../../sandbox/scenario/read-scenario.js';
import { curlLine } from '../../sandbox/server/home-page.js';
import { serveSandbox } from '../../sandbox/server/serve.js';
import { waitForStop } from '../../system/exit-handler.js';
import { runWithoutOptimizer } from '../../system/v8.js';
import { wrapWithLabel } from '../../text/columns.js';
import { suggest } from '../../text/did-you-mean.js';
import { sanitize, sanitizeSentence } from '../../text/escape.js';
import { formatCount } from '../../text/numbers.js';
import { formatTable } from '../../text/progress.js';
import { UsageError } from '../../text/usage-error.js';
import { type AnswersFlags, answersFileOf } from '../answers-file.js';
import type { InitialStateFlags } from './initial-state.js';

export interface SandboxFlags extends AnswersFlags, InitialStateFlags {
  host: string;
  port: number;
  /** The file that stores the state. */
  state?: string;
  fault?: string[];
  scenario?: string;
  latency?: number | [least: number, most: number];
  allowOrigin?: string[];
  allowHost?: string[];
}

/** Runs the sandbox until the process gets a signal, and prints how to call it. */
export async function runSandbox(flags: SandboxFlags): Promise<void> {
  const { host, port, fault = [], allowOrigin = [], allowHost = [] } = flags;
  if (fault.includes('list')) return void process.stdout.write(faultList(process.stdout.columns ?? 80));
  for (const name of fault) checkFault(name);
  const answers = answersFileOf(flags);
  const contract = answers === undefined ? ownContract : await loadContract(answers);
  const { sandbox, close, stateNote, scenario } = await openSandbox(flags, contract);
  try {
    for (const warning of missingWarnings(scenario, sandbox)) process.stderr.write(`${sanitizeSentence(warning)}\n`);
    const callerOptions = { allowOrigins: allowOrigin, allowHosts: allowHost, onRefused: createRefusalPrinter() };
    const server = await serveSandbox({ sandbox, contract, host, port, ...callerOptions });
    const stopSignal = waitForStop();
    process.stdout.write(readyText(server.url, sandbox, contract, { ...flags, stateNote, answersFile: answers }));
    await stopSignal;
    await server.close();
  } finally {
    close();
  }
}

interface OpenedSandbox {
  sandbox: Sandbox;
  close(): void;
  /** Sentences about the source of the sandbox's state, and the place where it is stored. */
  stateNote: string;
  scenario: readonly ScenarioRule[];
}

/** Creates the sandbox that the options describe. Loads code that reads files only if the options name files. */
async function openSandbox(flags: SandboxFlags, contract: SandboxContract): Promise<OpenedSandbox> {
  const { state, fault = [], scenario: file, latency = 0, data, from, entries, seed = 0 } = flags;
  const scenario = file && (await import('./initial-state.js')).readScenarioFile(file, contract);
  const options = { faults: fault, latency, seed, ...(scenario && { scenario }) };
  const isDefaultState = (data ?? from ?? entries) === undefined;
  const initialStateWithNote = isDefaultState
    ? { state: initialStateOf(contract), note: '' }
    : (await import('./initial-state.js')).readInitialState(flags, contract);
  const rulesNote = scenario
    ? ` The sandbox follows ${formatCount(scenario.length, 'rule')} of ${sanitize(file ?? '')}.`
    : '';
  const originNote = (initialStateWithNote.note && `\n${initialStateWithNote.note}`) + rulesNote;
  if (state === undefined) {
    const sandbox = buildSandbox(contract, { ...options, data: initialStateWithNote.state });
    return {
      sandbox,
      close: () => undefined,
      scenario: scenario || [],
      stateNote: `The state is lost when the sandbox stops.${originNote}`,
    };
  }
  const { createFileSandbox } = await import('../../sandbox/server/state-source.js');
  const {
    sandbox,
    close,
    wasResumed: isResumed,
    hasIncompleteLine,
  } = await createFileSandbox(state, initialStateWithNote.state, options, contract);
  const incompleteLineNote =
    ' The last line of this file was incomplete and was dropped. The line recorded a change whose response was ' +
    'never sent.';
  const fileNote = `The state is stored in ${sanitize(state)}${isResumed ? ', and was loaded from there' : ''}.`;
  return {
    sandbox,
    close,
    scenario: scenario || [],
    stateNote: `${fileNote}${hasIncompleteLine ? incompleteLineNote : ''}${originNote}`,
  };
}

/** Warnings about scenario resources that do not exist at the start: a rule with a wrong id would have no effect. */
function missingWarnings(scenario: readonly ScenarioRule[], sandbox: Sandbox): string[] {
  return scenario.flatMap(({ then: { remove, set } }, index) =>
    [remove, set].flatMap((target) => {
      if (!target || sandbox.resources(target.kind).some(({ id }) => id === target.id)) return [];
      return [
        `Rule ${index + 1} of the scenario refers to a ${target.kind} that does not exist at the start: ${target.id}`,
      ];
    }),
  );
}

async function loadContract(file: string): Promise<SandboxContract> {
  // Load this module only when needed, because most sandboxes start without answers.
  const { teachOwnContract } = await import('../../answers/own-contract.js');
  return runWithoutOptimizer(() => {
    const { document, validators } = teachOwnContract(file);
    return readContract(document, validators);
  });
}

function faultList(width: number): string {
  const columns = Math.max(40, Math.min(width, 100));
  const groups = Object.entries(faultGroups).map(([title, faults]) =>
    [title, ...faults.flatMap(({ name, about }) => [`  ${name}`, ...wrapWithLabel('      ', about, columns)])].join(
      '\n',
    ),
  );
  return `${groups.join('\n\n')}\n`;
}

function checkFault(name: string): void {
  const names = [...knownFaults.keys()];
  if (names.includes(name)) return;
  throw new UsageError(`Unknown fault "${name}". ${suggest(name, names)} "--fault list" prints all faults.`);
}

/** Returns a function that prints each refusal once, at most 20 in total, since browsers hide the reason. */
function createRefusalPrinter(): (sentence: string) => void {
  const printedRefusals = new Set<string>();
  return (text) => {
    const refusal = sanitizeSentence(text);
    if (printedRefusals.has(refusal) || printedRefusals.size >= 20) return;
    printedRefusals.add(refusal);
    process.stderr.write(`Refused: ${refusal}\n`);
  };
}

function allowedPagesText(origins: readonly string[]): string {
  if (origins.includes('*')) {
    return 'Any web page may read and change the sandbox, because of --allow-origin "*".';
  }
  const otherOriginsText =
    origins.length === 0
      ? '; --allow-origin allows others'
      : `, and those of ${origins.map((origin) => sanitize(origin)).join(', ')}`;
  return `Web pages from this machine may call the sandbox${otherOriginsText}.`;
}

interface ReadyOptions extends SandboxFlags {
  /** The `stateNote` of `OpenedSandbox`. */
  stateNote: string;
  answersFile: string | undefined;
}

/** The text that the command prints at its start, with all facts that a person needs for the first call. */
function readyText(
  url: string,
  sandbox: Sandbox,
  contract: SandboxContract,
  { fault: faults = [], allowOrigin = [], stateNote, answersFile: answers }: ReadyOptions,
): string {
  const { info } = contract.document;
  const answersNote = answers === undefined ? '' : `, with the answers in ${sanitize(answers)},`;
  const resources = [
    ['directory', 'Directory'],
    ['entry', 'PartnerEntry'],
    ['filter', 'Filter'],
    ['tier', 'Tier'],
  ].flatMap(([word = '', collection = '']) => {
    const [record] = sandbox.resources(collection, 1);
    return record
      ? [[word, sanitize(record.id), sanitize(String(record.value['title'] ?? record.value['name'] ?? ''))]]
      : [];
  });
  const faultsNote = faults.length > 0 ? `\nThe sandbox has these faults on purpose: ${faults.join(', ')}.` : '';
  return `Sandbox of ${sanitize(info.title)} ${sanitize(info.version)}${answersNote} at ${url}
It follows the contract and stores changes. Press Ctrl-C to stop it. ${stateNote}
${allowedPagesText(allowOrigin)}${faultsNote}

${formatTable([['key', defaultKey, ''], ...resources])}

Open ${url}/ in a browser to see its content. Try:

${curlLine(url, sandbox, contract)}
`;
}
