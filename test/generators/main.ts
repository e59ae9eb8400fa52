// Tests that generators of other teams can use the contract: `npm run test:generators`. Words after `--` choose
// generators by their names and languages. If all generators run, the tables are also written into their guide.
import { leaveMachine } from '../own-machine.js';
import { generators, titleOf } from './generator.js';
import { createSubjects } from './subjects.js';
import { printedTables, type Row, writeGuide } from './table.js';
import { type Trial, tryGenerator } from './try-generator.js';

leaveMachine(true);
const words = process.argv.slice(2);
const chosenGenerators = generators.filter(
  (generator) => words.length === 0 || words.some((word) => titleOf(generator).includes(word.toLowerCase())),
);
if (chosenGenerators.length === 0) {
  console.error(
    `Expected a word of one of these names, found ${words.join(' ')}: ${generators.map(titleOf).join(', ')}`,
  );
  process.exit(2);
}

const subjects = createSubjects();
const rows: Row[] = [];
let failed = false;
for (const generator of chosenGenerators) {
  const begin = performance.now();
  const trials = {} as Record<string, Trial>;
  const tried = subjects.map(async (subject) => (trials[subject.name] = await tryGenerator(generator, subject)));
  await Promise.all(tried);
  const seconds = ((performance.now() - begin) / 1000).toFixed(0);
  for (const [name, { done, misses }] of Object.entries(trials)) {
    console.log(`${titleOf(generator)}, ${name} document: ${done.join(', ') || 'nothing'} (${seconds} s)`);
    for (const miss of misses) console.log(`  ${miss.replaceAll('\n', '\n  ')}`);
    failed ||= misses.length > 0;
  }
  rows.push({ generator, trials });
}
console.log(`\n${printedTables(rows)}`.trimEnd());
if (words.length === 0) writeGuide(rows);
process.exitCode = failed ? 1 : 0;
