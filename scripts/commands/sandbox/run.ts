import { faultGroups, faults as knownFaults } from '../../sandbox/faults/index.js';
import { type ReadContract, readContract } from '../../sandbox/model/read-contract.js';
import type { SandboxState } from '../../sandbox/model/store.js';
import { defaultKey, initialStateOf, ownContract, type Sandbox, sandboxOf } from '../../sandbox/sandbox.js';
import { ServedResponse, serveSandbox } from '../../sandbox/server/serve.js';
import { toldToStop } from '../../system/stop-signals.js';
import { withoutOptimizer } from '../../system/without-optimizer.js';
import { hanging } from '../../text/columns.js';
import { didYouMean } from '../../text/did-you-mean.js';
import { visible } from '../../text/escape.js';
import { table } from '../../text/progress.js';
import { UsageError } from '../../text/usage-error.js';
import { type AnswersFlags, answersFileOf } from '../answers-file.js';

export interface SandboxFlags extends AnswersFlags {
  host: string;
  port: number;
  /** A file with the initial state. */
  data?: string;
  /** A file in which the state is kept. */
  state?: string;
  fault: string[];
  latency: number;
  allowOrigin: string[];
  allowHost: string[];
}

/** Runs the sandbox until the process gets a signal, and prints how to call it. */
export async function runSandbox(command: SandboxFlags): Promise<void> {
  const { host, port, data, state, fault, latency, allowOrigin, allowHost } = command;
  if (fault.includes('list')) return void process.stdout.write(faultList(process.stdout.columns ?? 80));
  for (const name of fault) checkFault(name);
  const options = { faults: fault, latency, Response: ServedResponse };
  const answers = answersFileOf(command);
  const contract = answers === undefined ? ownContract : await taughtBy(answers);
  let sandbox: Sandbox;
  let stored = 'Its state is lost when it stops.';
  let close = (): void => undefined;
  if (data === undefined && state === undefined) {
    sandbox = sandboxOf(contract, options);
  } else {
    // A start without files need not load the code that reads them.
    const source = await import('../../sandbox/server/state-source.js');
    const initial = data === undefined ? initialStateOf(contract) : source.readData(data, contract);
    if (state === undefined) {
      sandbox = sandboxOf(contract, { ...options, data: initial });
    } else {
      const kept = await source.createKeptSandbox(state, initial, options, contract);
      ({ sandbox, close } = kept);
      stored = `Its state is kept in ${state}${kept.resumed ? ', and continues from there' : ''}.`;
      if (kept.torn) stored += ' Its last line was incomplete and was dropped: a change whose response was never sent.';
    }
  }
  try {
    const callers = { allowOrigins: allowOrigin, allowHosts: allowHost, onRefused: sayOnce() };
    const server = await serveSandbox({ sandbox, contract, host, port, ...callers });
    const stopped = toldToStop();
    process.stdout.write(ready(server.url, sandbox.snapshot(), contract, { ...command, stored, taughtBy: answers }));
    await stopped;
    await server.close();
  } finally {
    close();
  }
}

/** The contract as the answers in a file teach it. */
async function taughtBy(file: string): Promise<ReadContract> {
  // Loaded late, since most starts have no answers.
  const { taughtOwnContract } = await import('../../answers/own-contract.js');
  return withoutOptimizer(() => {
    const { document, validators } = taughtOwnContract(file);
    return readContract(document, validators);
  });
}

/** Every fault with a sentence, by group. */
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
  return (sentence) => {
    if (said.has(sentence) || said.size >= 20) return;
    said.add(sentence);
    process.stderr.write(`Refused: ${sentence}\n`);
  };
}

/** Which web pages may call the sandbox. */
function pages(origins: readonly string[]): string {
  if (origins.includes('*')) {
    return 'Web pages of every site may read and change it, because of --allow-origin "*".';
  }
  const others = origins.length === 0 ? '; --allow-origin allows others' : `, and those of ${origins.join(', ')}`;
  return `Web pages from this machine may call it${others}.`;
}

interface Started extends SandboxFlags {
  /** Where the state is, as a sentence. */
  stored: string;
  /** The file with answers. */
  taughtBy: string | undefined;
}

/** Everything that a person needs for the first call. */
function ready(
  url: string,
  state: SandboxState,
  contract: ReadContract,
  { fault: faults, allowOrigin, stored, taughtBy: answers }: Started,
): string {
  const { info } = contract.document;
  const taught = answers === undefined ? '' : `, with the answers in ${visible(answers)},`;
  const resources = [
    ['directory', 'Directory'],
    ['entry', 'PartnerEntry'],
    ['filter', 'Filter'],
    ['tier', 'Tier'],
  ].flatMap(([word = '', collection = '']) => {
    const [record] = state.collections[collection] ?? [];
    return record ? [[word, record.id, String(record.value['title'] ?? record.value['name'] ?? '')]] : [];
  });
  const wrong = faults.length > 0 ? `\nIt has these faults on purpose: ${faults.join(', ')}.` : '';
  return `Sandbox of ${info.title} ${info.version}${taught} at ${url}
It keeps the contract and stores changes. ${stored} Ctrl-C stops it.
${pages(allowOrigin)}${wrong}

${table([['key', defaultKey, ''], ...resources])}

Try:

${curl(url, state, contract)}
`;
}

/** An update of the first entry; without entries, a request that needs none. */
function curl(url: string, { collections }: SandboxState, { operations, keyPrefix }: ReadContract): string {
  const key = `-H 'Authorization: ${keyPrefix === '' ? '' : `${keyPrefix} `}${defaultKey}'`;
  const entry = collections['PartnerEntry']?.[0];
  const update = operations.find(({ id }) => id === 'updatePartnerEntry');
  if (!entry || !update)
    return `curl ${key} ${url}${operations.find(({ id }) => id === 'listDirectories')?.path ?? '/'}`;
  const path = update.path.replace(/\{(\w+)\}/g, (_, name: string) => entry.parents[name] ?? entry.id);
  return `curl -X PATCH ${key} -H 'Content-Type: application/json' -d '{"headline":"Changed by hand"}' ${url}${path}`;
}
