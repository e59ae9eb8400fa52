import { faultGroups, faults as knownFaults } from '../../sandbox/faults/index.js';
import { type ReadContract, readContract } from '../../sandbox/model/read-contract.js';
import { defaultKey, initialStateOf, ownContract, type Sandbox, sandboxOf } from '../../sandbox/sandbox.js';
import type { ScenarioRule } from '../../sandbox/scenario/read-scenario.js';
import { curlLine } from '../../sandbox/server/home-page.js';
import { serveSandbox } from '../../sandbox/server/serve.js';
import { toldToStop } from '../../system/last-handler.js';
import { withoutOptimizer } from '../../system/v8.js';
import { hanging } from '../../text/columns.js';
import { didYouMean } from '../../text/did-you-mean.js';
import { sentence, visible } from '../../text/escape.js';
import { counted } from '../../text/numbers.js';
import { table } from '../../text/progress.js';
import { UsageError } from '../../text/usage-error.js';
import { type AnswersFlags, answersFileOf } from '../answers-file.js';
import type { BeginFlags } from './begins-with.js';

export interface SandboxFlags extends AnswersFlags, BeginFlags {
  host: string;
  port: number;
  /** A file in which the state is kept. */
  state?: string;
  fault?: string[];
  scenario?: string;
  latency?: number | [least: number, most: number];
  allowOrigin?: string[];
  allowHost?: string[];
}

/** Runs the sandbox until the process gets a signal, and prints how to call it. */
export async function runSandbox(command: SandboxFlags): Promise<void> {
  const { host, port, fault = [], allowOrigin = [], allowHost = [] } = command;
  if (fault.includes('list')) return void process.stdout.write(faultList(process.stdout.columns ?? 80));
  for (const name of fault) checkFault(name);
  const answers = answersFileOf(command);
  const contract = answers === undefined ? ownContract : await taughtBy(answers);
  const { sandbox, close, said, scenario } = await opened(command, contract);
  try {
    for (const warning of absentIn(scenario, sandbox)) process.stderr.write(`${sentence(warning)}\n`);
    const callers = { allowOrigins: allowOrigin, allowHosts: allowHost, onRefused: sayOnce() };
    const server = await serveSandbox({ sandbox, contract, host, port, ...callers });
    const stopped = toldToStop();
    process.stdout.write(ready(server.url, sandbox, contract, { ...command, said, taughtBy: answers }));
    await stopped;
    await server.close();
  } finally {
    close();
  }
}

interface OpenedSandbox {
  sandbox: Sandbox;
  close(): void;
  /** Where its state is and comes from, in sentences. */
  said: string;
  scenario: readonly ScenarioRule[];
}

/** Creates the sandbox that the options describe. A start without files need not load the code that reads them. */
async function opened(command: SandboxFlags, contract: ReadContract): Promise<OpenedSandbox> {
  const { state, fault = [], scenario: file, latency = 0, data, from, entries, seed = 0 } = command;
  const scenario = file && (await import('./begins-with.js')).readScenarioFile(file, contract);
  const options = { faults: fault, latency, seed, ...(scenario && { scenario }) };
  const isUsual = (data ?? from ?? entries) === undefined;
  const initial = isUsual
    ? { state: initialStateOf(contract), said: '' }
    : (await import('./begins-with.js')).beginsWith(command, contract);
  const rules = scenario ? ` It follows ${counted(scenario.length, 'rule')} of ${visible(file ?? '')}.` : '';
  const come = (initial.said && `\n${initial.said}`) + rules;
  if (state === undefined) {
    const sandbox = sandboxOf(contract, { ...options, data: initial.state });
    return {
      sandbox,
      close: () => undefined,
      scenario: scenario || [],
      said: `Its state is lost when it stops.${come}`,
    };
  }
  const { createKeptSandbox } = await import('../../sandbox/server/state-source.js');
  const { sandbox, close, resumed, torn } = await createKeptSandbox(state, initial.state, options, contract);
  const cut = ' Its last line was incomplete and was dropped: a change whose response was never sent.';
  const stored = `Its state is kept in ${visible(state)}${resumed ? ', and continues from there' : ''}.`;
  return { sandbox, close, scenario: scenario || [], said: `${stored}${torn ? cut : ''}${come}` };
}

/** Sentences about resources of a scenario that do not exist at the start: a wrong id would have no effect. */
function absentIn(scenario: readonly ScenarioRule[], sandbox: Sandbox): string[] {
  return scenario.flatMap(({ then: { remove, set } }, index) =>
    [remove, set].flatMap((named) => {
      if (!named || sandbox.resources(named.kind).some(({ id }) => id === named.id)) return [];
      return [`Rule ${index + 1} of the scenario names a ${named.kind} that does not exist at the start: ${named.id}`];
    }),
  );
}

async function taughtBy(file: string): Promise<ReadContract> {
  // Loaded late, since most starts have no answers.
  const { taughtOwnContract } = await import('../../answers/own-contract.js');
  return withoutOptimizer(() => {
    const { document, validators } = taughtOwnContract(file);
    return readContract(document, validators);
  });
}

function faultList(width: number): string {
  const wanted = Math.max(40, Math.min(width, 100));
  const groups = Object.entries(faultGroups).map(([title, faults]) =>
    [title, ...faults.flatMap(({ name, about }) => [`  ${name}`, ...hanging('      ', about, wanted)])].join('\n'),
  );
  return `${groups.join('\n\n')}\n`;
}

function checkFault(name: string): void {
  const names = [...knownFaults.keys()];
  if (names.includes(name)) return;
  throw new UsageError(`Unknown fault "${name}". ${didYouMean(name, names)} --fault list has them all.`);
}

/** A browser does not show why a page was refused, so the terminal does: once for each page and host, at most 20. */
function sayOnce(): (sentence: string) => void {
  const said = new Set<string>();
  return (text) => {
    const refusal = sentence(text);
    if (said.has(refusal) || said.size >= 20) return;
    said.add(refusal);
    process.stderr.write(`Refused: ${refusal}\n`);
  };
}

function pages(origins: readonly string[]): string {
  if (origins.includes('*')) {
    return 'Web pages of every site may read and change it, because of --allow-origin "*".';
  }
  const others =
    origins.length === 0
      ? '; --allow-origin allows others'
      : `, and those of ${origins.map((each) => visible(each)).join(', ')}`;
  return `Web pages from this machine may call it${others}.`;
}

interface Started extends SandboxFlags {
  /** Where the state is and comes from, in sentences. */
  said: string;
  taughtBy: string | undefined;
}

/** Everything that a person needs for the first call. */
function ready(
  url: string,
  sandbox: Sandbox,
  contract: ReadContract,
  { fault: faults = [], allowOrigin = [], said, taughtBy: answers }: Started,
): string {
  const { info } = contract.document;
  const taught = answers === undefined ? '' : `, with the answers in ${visible(answers)},`;
  const resources = [
    ['directory', 'Directory'],
    ['entry', 'PartnerEntry'],
    ['filter', 'Filter'],
    ['tier', 'Tier'],
  ].flatMap(([word = '', collection = '']) => {
    const [record] = sandbox.resources(collection, 1);
    return record
      ? [[word, visible(record.id), visible(String(record.value['title'] ?? record.value['name'] ?? ''))]]
      : [];
  });
  const wrong = faults.length > 0 ? `\nIt has these faults on purpose: ${faults.join(', ')}.` : '';
  return `Sandbox of ${visible(info.title)} ${visible(info.version)}${taught} at ${url}
It keeps the contract and stores changes. Ctrl-C stops it. ${said}
${pages(allowOrigin)}${wrong}

${table([['key', defaultKey, ''], ...resources])}

In a browser, ${url}/ shows what is in it. Try:

${curlLine(url, sandbox, contract)}
`;
}
