// @ts-check

/** @typedef {import('./step-names.js').Step} Step */

/** The program, whose own code all steps depend on. */
export const program = 'scripts/commands/build.ts';

const table = 'scripts/build/steps.ts';
const document = ['scripts/build/steps/document.ts'];

/**
 * The modules that do the work of each step: those that are loaded on demand, in this process or in a thread, and those
 * that the step reads to make a file from them.
 *
 * @type {Readonly<Record<Step, readonly string[]>>}
 */
const modules = {
  lint: [...document, 'scripts/build/steps/lint.ts'],
  bundle: [...document, 'scripts/build/steps/bundle-files.ts'],
  types: [
    ...document,
    'scripts/build/steps/types-files.ts',
    'scripts/build/artefacts/compiler-texts.ts',
    'scripts/commands/check/config-schema.ts',
  ],
  client: [...document, 'scripts/build/steps/client-files.ts'],
  validators: [...document, 'scripts/build/steps/validators-files.ts', 'scripts/validators/run-time.ts'],
  docs: [
    ...document,
    'scripts/build/steps/docs-files.ts',
    'scripts/build/docs/linked-site.ts',
    'scripts/docs-page/site.ts',
    'scripts/docs-page/search.ts',
    'scripts/docs-page/try.ts',
    'scripts/docs-page/site.css',
  ],
};

/** Everything that must be compiled for a build. */
export const compiledModules = [...new Set([program, table, ...Object.values(modules).flat()])];

/**
 * A digest for each step of the code that its result depends on.
 *
 * @param {import('./compiled.js').Compiled} compiled
 * @returns {Readonly<Record<Step, string>>}
 */
export function codeDigests({ digestOf }) {
  const common = digestOf([program, table], 'static');
  const digests = Object.entries(modules).map(([step, own]) => [step, common + digestOf(own, 'all')]);
  return Object.fromEntries(digests);
}
