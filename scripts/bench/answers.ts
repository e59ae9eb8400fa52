// What answers add to the start of "check", "sandbox" and "spec", each against the same command without them.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { contract } from '../../generated/contract.js';
import { defaultKey } from '../sandbox/sandbox.js';
import { alternating, type Measured } from './frame/alternating.js';
import type { BenchContext, Comparison, Subject, Target } from './frame/comparison.js';
import { median } from './frame/median.js';
import { benchFolder, ourCommand } from './frame/our-programs.js';

/** The most milliseconds that usual answers may add. */
const allowed = 150;

/** As a profile of "sandbox" with 12 answers showed it. */
const why =
  'A third teaches the contract and its examples, a sixth collects garbage, a seventh finds what each answer has ' +
  'changed; the rest loads the code, reads the file and, for the sandbox, fits its state to the contract. The ' +
  'optimizer is off, since it takes longer than it spares.';

/** Starts of a round; the median is its value. */
const starts = { whole: 3, quick: 2, smoke: 1 } as const;

/** Some that many teams need, which change much of the contract. */
const usual = [
  ...['auth.scheme-prefix', 'lists.envelope', 'auth.refusal-status', 'errors.body', 'the-service.name'],
  ...['partner-entry.nullability', 'partner-entry.required', 'partner-entry.fields', 'colour.digits'],
  ...['request.body-required', 'partner-entry.status-values', 'operations.success-status'],
];

/** Writes the processor time of a process, in milliseconds, when it ends. */
const meter = (file: string): string => `import { writeFileSync } from 'node:fs';
process.on('exit', () => {
  const { user, system } = process.cpuUsage();
  writeFileSync(${JSON.stringify(file)}, String((user + system) / 1000));
});`;

interface Answered {
  name: string;
  args: readonly string[];
  /** Whether it has a target: not many will answer every question. */
  isUsual: boolean;
}

export async function run({ rounds, extent, say }: BenchContext): Promise<Comparison[]> {
  const folder = benchFolder();
  const program = await ourCommand();
  const used = join(folder, 'used');
  const preloaded = join(folder, 'meter.mjs');
  writeFileSync(preloaded, meter(used));
  const refusing = createServer((_, response) => response.writeHead(401).end()).listen(0, '127.0.0.1');
  await once(refusing, 'listening');

  /** A sandbox is ended when it listens. */
  const time = async (args: readonly string[]): Promise<number> => {
    const child = spawn(process.execPath, ['--import', preloaded, program, ...args], {
      cwd: folder,
      env: { ...process.env, DIRECTORY_API_KEY: defaultKey },
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    child.stdout.on('data', () => args[0] === 'sandbox' && child.kill());
    await once(child, 'close');
    return Number(readFileSync(used, 'utf8'));
  };
  const commands = [
    ['check', '--base-url', `http://127.0.0.1:${(refusing.address() as AddressInfo).port}`],
    ['sandbox', '--port', '0'],
    ['spec'],
  ];
  try {
    const answered = answersIn(folder);
    const comparisons: Comparison[] = [];
    for (const command of extent === 'smoke' ? commands.slice(2) : commands) {
      const measured = answered.map(
        ({ name, args }): Measured => ({
          name,
          kind: name === withoutAnswers ? 'limit' : 'ours',
          async measure() {
            const times: number[] = [];
            for (let start = 0; start < starts[extent]; start++) times.push(await time([...command, ...args]));
            return median(times);
          },
        }),
      );
      const subjects = await alternating(rounds, measured, (what) => say(`${command[0]} ${what}`));
      comparisons.push(comparisonOf(command[0] ?? '', subjects, answered));
    }
    return comparisons;
  } finally {
    refusing.close();
  }
}

const withoutAnswers = 'without answers';

function answersIn(folder: string): Answered[] {
  const all = (contract['x-unknowns'] ?? []).map(({ id }) => id);
  const files = [usual.slice(0, 2), usual, all].map((ids): Answered => {
    const file = join(folder, `${ids.length}.answers.yaml`);
    writeFileSync(file, JSON.stringify({ answers: exampleAnswers(ids) }));
    return { name: `with ${ids.length} answers`, args: ['--answers', file], isUsual: ids.length <= usual.length };
  });
  return [...files, { name: withoutAnswers, args: ['--no-answers'], isUsual: false }];
}

/** The example answer of each of these questions. */
function exampleAnswers(ids: readonly string[]): Record<string, { value: unknown }> {
  const asked = (contract['x-unknowns'] ?? []).filter(({ id }) => ids.includes(id));
  return Object.fromEntries(
    asked.map(({ id, answer = 'text' }) => {
      const [value] = answer === 'text' ? ['A text.'] : (answer['examples'] as unknown[]);
      return [id, { value }];
    }),
  );
}

function comparisonOf(command: string, subjects: readonly Subject[], answered: readonly Answered[]): Comparison {
  const of = (name: string): number => median(subjects.find((subject) => subject.name === name)?.values ?? []);
  return {
    title: `Start of "${command}" with answers`,
    measures: `Processor time of the command "${command}" from its start until it ${ends[command]}.`,
    limit: 'The limit is the same command without answers.',
    unit: 'ms',
    better: 'less',
    subjects,
    targets: answered
      .filter(({ isUsual }) => isUsual)
      .map(
        ({ name }): Target => ({
          of: `ms that ${command} ${name} takes longer`,
          value: of(name) - of(withoutAnswers),
          wanted: 'at most',
          target: allowed,
          why,
        }),
      ),
  };
}

const ends: Readonly<Record<string, string>> = {
  check: 'ends at a server that refuses the key',
  sandbox: 'listens',
  spec: 'has printed the document',
};
