import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { counted } from '../../text/numbers.js';
import { type Compiler, compilers, tsconfig } from '../compiler.js';
import type { Extent, Gate } from '../gate.js';
import { consumerText, writeFiles } from '../packed-package.js';
import { lastWords, runProgram } from '../program.js';

/** The limit: this many times the time without our types, plus this many seconds. */
const most = { ratio: 1.15, seconds: 0.5 };

/** Options as written by `tsc --init`. Types of Node.js would only add to both times. */
const options = { target: 'es2022', module: 'nodenext', strict: true, skipLibCheck: true, noEmit: true, types: [] };

/** Rounds, of which the best counts, since other programs can only slow one down; twice as many if over the limit. */
const rounds: Readonly<Record<Extent, number>> = { sample: 1, all: 3 };

export const typeCostGate: Gate = {
  name: 'type-cost',
  about: 'adds little compile time to a program that uses 20 operations',
  async run(packed, scope) {
    const text = await consumerText('typescript/twenty-operations.ts');
    const typed = join(packed.consumer, 'type-cost');
    // Outside of the consumer's folder, the package cannot be found.
    const untyped = join(packed.folder, 'type-cost-untyped');
    const manifest = {
      'package.json': '{ "private": true, "type": "module" }',
      'tsconfig.json': tsconfig(packed.project, options),
      'program.ts': text,
    };
    await writeFiles(typed, manifest);
    await writeFiles(untyped, { ...manifest, 'untyped.d.ts': "declare module 'directory-contract';\n" });
    const { '5.9': compiler } = compilers(packed.project);
    const best = { untyped: Infinity, typed: Infinity };
    const bound = (): number => most.ratio * best.untyped + most.seconds;
    let round = 0;
    while (round < rounds[scope] || (best.typed > bound() && round < 2 * rounds[scope])) {
      for (const [kind, folder] of [
        ['untyped', untyped],
        ['typed', typed],
      ] as const) {
        const time = await compileTime(compiler, folder);
        if ('problem' in time)
          return {
            figure: 'not measured',
            problems: [`The ${kind} program does not compile: the compiler ${time.problem}`],
          };
        best[kind] = Math.min(best[kind], time.seconds);
      }
      round += 1;
    }
    const [ours, theirs] = [`${best.typed.toFixed(2)} s`, `${best.untyped.toFixed(2)} s`];
    const ratio = (best.typed / best.untyped).toFixed(2);
    return {
      figure:
        `${ours} of ${bound().toFixed(2)} s; ${theirs} without our types, ratio ${ratio}, best of ` +
        `${counted(round, 'round')}`,
      problems:
        best.typed > bound()
          ? [
              `A program with 20 operations takes the compiler ${ours}, more than ${most.ratio} × ${theirs} + ` +
                `${most.seconds} s.`,
            ]
          : [],
    };
  },
};

/** Measures the CPU seconds of a compiler, which other programs on the machine change little. */
async function compileTime({ home }: Compiler, folder: string): Promise<{ seconds: number } | { problem: string }> {
  const report = join(folder, 'seconds.txt');
  const atEnd = `import { writeFileSync } from 'node:fs';
    process.on('exit', () => {
      const { userCPUTime, systemCPUTime } = process.resourceUsage();
      writeFileSync(${JSON.stringify(report)}, String((userCPUTime + systemCPUTime) / 1e6));
    });`;
  const args = ['--import', `data:text/javascript,${encodeURIComponent(atEnd)}`, join(home, 'bin/tsc'), '-p', folder];
  const ran = await runProgram(process.execPath, args, { cwd: folder });
  if (ran.status !== 0) return { problem: lastWords(ran) };
  return { seconds: Number(readFileSync(report, 'utf8')) };
}
