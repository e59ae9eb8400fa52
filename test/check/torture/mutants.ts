/** A change of the source for a test build. */
export interface Replacement {
  /** Path from the folder of the project. */
  file: string;
  /** A text that must occur exactly once in the file. */
  from: string;
  to: string;
}

export type MutantName = keyof typeof mutants;

const restore = 'scripts/check/restore';
const sent = `    this.writeCount += 1;
    const outcome = await session
      .send({ ...testCase, request: { ...testCase.request, once: true } })`;
const send = `${sent}\n      .finally(() => restorer.noteEnd(write));\n`;
const next = '    const write = journal.nextNumber();\n    try {\n';

/** Programs with one mistake in the undo. The cases must detect each of them. */
export const mutants = {
  'no sync': [{ file: `${restore}/journal.ts`, from: '    this.#lineFile.sync();\n', to: '' }],
  'journal after the send': [
    { file: `${restore}/guard.ts`, from: send, to: '' },
    { file: `${restore}/guard.ts`, from: next, to: `${sent};\n${next}` },
  ],
  '5xx taken for not applied': [
    {
      file: `${restore}/restorer.ts`,
      from: '!this.#tracker.isFinished(write))',
      to: "!this.#tracker.isFinished(write) && write.response?.outcome !== 'unknown')",
    },
  ],
  'no re-read after the undo': [
    {
      file: `${restore}/restorer.ts`,
      from: '          hasReread = false;\n',
      to: "          if (responseValues.length < Infinity) return { as: 'clean' };\n          hasReread = false;\n",
    },
    {
      file: `${restore}/restorer.ts`,
      from: ': await this.#restore(resource, [])',
      to: ": this.#undoCount > 0 ? { as: 'clean' } : await this.#restore(resource, [])",
    },
  ],
} satisfies Record<string, readonly Replacement[]>;
