// Reads one document as `check --contract` does, lists its test cases, and prints the time and memory that this took.
import { readFileSync } from 'node:fs';
import { readContract } from '../../../scripts/check/engine/contract/foreign-contract.js';
import { listCases } from '../../../scripts/check/engine/runners/list-cases.js';
import { UsageError } from '../../../scripts/text/usage-error.js';

/** The result of reading a document. */
export interface Outcome {
  operations: number;
  cases: number;
  notes: readonly string[];
  /** The error message, if the document was refused. */
  refusal?: string;
  /** Seconds of processor time to read the document, and to list its test cases. */
  read: number;
  list: number;
  megabytes: number;
}

/** Milliseconds until reading gives up, more than the limit that the caller applies. */
const patience = 120_000;

/** Seconds of processor time: of the main thread, or of all threads where the system does not tell them apart. */
function worked(): number {
  try {
    const text = readFileSync(`/proc/self/task/${process.pid}/stat`, 'utf8');
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    // The fields utime and stime, in hundredths of a second.
    return (Number(fields[11]) + Number(fields[12])) / 100;
  } catch {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1e6;
  }
}

export async function readOne(file: string): Promise<Outcome> {
  const begin = worked();
  const seconds = (): number => worked() - begin;
  const outcome: Outcome = { operations: 0, cases: 0, notes: [], read: 0, list: 0, megabytes: 0 };
  try {
    const contract = readContract(file, patience);
    outcome.read = seconds();
    outcome.operations = contract.operations.length;
    outcome.notes = contract.notes;
    const cases = await listCases(contract, { include: ['named', 'inferred'], writes: 'disposable' });
    outcome.cases = cases.length;
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    outcome.refusal = error.message;
    outcome.read = seconds();
  }
  outcome.list = seconds() - outcome.read;
  outcome.megabytes = process.resourceUsage().maxRSS / 1000;
  return outcome;
}

const [, program, file] = process.argv;
if (file !== undefined && program?.endsWith('read-one.ts')) {
  process.stdout.write(`${JSON.stringify(await readOne(file))}\n`);
}
