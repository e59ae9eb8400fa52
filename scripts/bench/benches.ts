import type { Bench } from './frame/comparison.js';

/** All benches, in the order of BENCHMARKS.md. Each loads what it measures only when it runs. */
export const benches: readonly Bench[] = [
  bench('waiting', 'What users wait for', () => import('./waiting.js')),
  bench('breaking', 'Breaking changes between two versions', () => import('./breaking.js')),
  bench('judging', 'Judging a response', () => import('./judging.js')),
  bench('lint', 'Lint of the document', () => import('./lint.js')),
  bench('types', "Types for a user's compiler", () => import('./types.js')),
  bench('docs', 'Docs in a browser', () => import('./docs.js')),
  bench('setup', 'Installation', () => import('./setup.js')),
  bench('faults', 'Faults that testers of services find', () => import('./faults.js')),
  bench('check', 'The check of a server', () => import('./check.js')),
  bench('sandbox', 'The sandbox', () => import('./sandbox.js')),
  bench('client', 'A call with the client', () => import('./client.js')),
  bench('generate', 'Generated code', () => import('./generate.js')),
  bench('answers', 'Answers to open questions', () => import('./answers.js')),
  bench('learn', 'Answers from a server or a recording', () => import('./learn.js')),
  bench('growth', 'Growth with the size', () => import('./growth.js')),
];

/** A bench whose code is loaded when it runs. */
export function bench(name: string, describes: string, load: () => Promise<Pick<Bench, 'run'>>): Bench {
  return { name, describes, run: async (context) => (await load()).run(context) };
}
