// Kills the check before each step of a roundtrip run, for each fault of a server. Then undoes the remaining writes,
// kills the undo as well, and compares the whole state of the server with the original one.
import { shardKind } from '../../../scripts/commands/check/setting-kinds.js';
import { createProgress } from '../../../scripts/text/progress.js';
import { allProvingTests, safetyListText } from '../safety-list.js';
import { faults } from './faults.js';
import { killsAt, tortureAll } from './plan.js';
import { buildPrograms } from './programs.js';
import { subjects } from './resources.js';
import { type Case, torture } from './torture.js';

if (process.argv.includes('--list')) {
  process.stdout.write(`${safetyListText(allProvingTests())}\n`);
  process.exit();
}

const progress = createProgress(process.stdout);
const [shop, sandbox] = await Promise.all([
  buildPrograms(subjects.shop.contract),
  buildPrograms(subjects.sandbox.contract),
]);
const programs = { shop, sandbox };

let doneCount = 0;
let wrong = 0;
function note(cases: readonly Case[]): void {
  doneCount += cases.length;
  for (const each of cases) {
    if (each.wrong === undefined) continue;
    wrong += 1;
    progress.print(`wrong: ${each.name}: ${each.wrong.slice(0, 500)}`);
  }
}

/** With `--shard=i/n`, only the i-th of n parts of the faults. */
const shard = process.argv.find((text) => text.startsWith('--shard='))?.replace('--shard=', '') ?? '1/1';
const chosenShard = shardKind.read(shard, '');
const triedFaults = faults.filter((_, index) => chosenShard && index % chosenShard.count === chosenShard.index - 1);
if (triedFaults.length === 0) {
  const expected = `Expected --shard with ${shardKind.expected}, of at most ${faults.length} parts, found ${shard}.\n`;
  process.stderr.write(expected);
  process.exit(2);
}
for (const kind of ['shop', 'sandbox'] as const) {
  for (const fault of triedFaults) {
    const what = `${kind}, ${fault.name}`;
    progress.begin(what);
    // A run that is not killed lists the steps.
    const { cases, steps } = await torture(programs[kind], { kind, fault });
    note(cases);
    const killed = await tortureAll(programs, killsAt(kind, fault, steps), note);
    progress.end(what, `${cases.length + killed.length} cases, ${steps.length} steps`);
  }
}
progress.close();
process.stdout.write(`${doneCount} cases, ${wrong} wrong\n`);
process.exitCode = wrong > 0 ? 1 : 0;
