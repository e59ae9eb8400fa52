// Runs one judge in a process of its own, and prints its `Verdicts` as JSON.
//   <judge> <seconds> <file with what is judged>
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Document } from './as-openapi-30.js';
import { type Judged, type JudgeName, judges } from './judges.js';

/** What `judging.ts` writes for this program. */
export interface Given extends Omit<Judged, 'document'> {
  /** The body as it is sent. */
  right: string;
  /** The same with one mistake each. */
  wrong: readonly string[];
}

export interface Verdicts {
  /** Milliseconds of processor time until the first verdict, after Node.js has started and the body was read. */
  first: number;
  /** Milliseconds of processor time that one verdict takes later; NaN if no seconds were given. */
  each: number;
  /** How many of the wrong bodies it refuses. */
  refused: number;
}

const [name = '', seconds = '0', file = ''] = process.argv.slice(2);
const given = JSON.parse(readFileSync(file, 'utf8')) as Given;
const document = (): Document =>
  JSON.parse(readFileSync(join(given.project, 'generated/openapi.json'), 'utf8')) as Document;
const body: unknown = JSON.parse(given.right);
const fresh = process.cpuUsage();
const judge = await judges[name as JudgeName]({ ...given, document });
const isRight = judge(body);
const first = millisecondsSince(fresh);
if (!isRight) throw new Error('It says that a right response is wrong.');
const refused = given.wrong.filter((wrong) => !judge(JSON.parse(wrong))).length;

const once = name === 'parse' ? () => void JSON.parse(given.right) : () => void judge(body);
const verdicts: Verdicts = { first, each: Number(seconds) > 0 ? timeOfEach(once, Number(seconds)) : NaN, refused };
process.stdout.write(`\n${JSON.stringify(verdicts)}\n`);

/** The median of the later half of ten parts; the first half warms up the code. */
function timeOfEach(work: () => void, all: number): number {
  const parts: number[] = [];
  for (let part = 0; part < 10; part++) {
    const begun = process.cpuUsage();
    const end = performance.now() + all * 100;
    let count = 0;
    for (; count < 3 || performance.now() < end; count++) work();
    parts.push(millisecondsSince(begun) / count);
  }
  return parts.slice(5).sort((a, b) => a - b)[2] ?? NaN;
}

function millisecondsSince(begun: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(begun);
  return (user + system) / 1000;
}
