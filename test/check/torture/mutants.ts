/** A change of the source for a test build. */
export interface Replacement {
  /** Path below the folder of the project. */
  file: string;
  /** A text that occurs exactly once in the file. */
  from: string;
  to: string;
}

export type MutantName = keyof typeof mutants;

const restore = 'scripts/check/restore';
const sent = `    this.writes += 1;
    const outcome = await session
      .send({ ...testCase, request: { ...testCase.request, once: true } })`;
const send = `${sent}\n      .finally(() => mender.ended(write));\n`;
const next = '    const write = journal.next();\n    try {\n';

/** Programs with one mistake in the undo; the cases must detect each of them. */
export const mutants = {
  'no sync': [{ file: `${restore}/journal.ts`, from: '    this.#lines.sync();\n', to: '' }],
  'journal after the send': [
    { file: `${restore}/guard.ts`, from: send, to: '' },
    { file: `${restore}/guard.ts`, from: next, to: `${sent};\n${next}` },
  ],
  '5xx taken for not applied': [
    {
      file: `${restore}/mender.ts`,
      from: '!this.#sightings.isOver(write))',
      to: "!this.#sightings.isOver(write) && write.response?.outcome !== 'unknown')",
    },
  ],
  'no re-read after the undo': [
    {
      file: `${restore}/mender.ts`,
      from: '          isDue = false;\n',
      to: "          if (shown.length < Infinity) return { as: 'clean' };\n          isDue = false;\n",
    },
    {
      file: `${restore}/mender.ts`,
      from: ': await this.#mend(resource, []));',
      to: ": this.#undos > 0 ? { as: 'clean' } : await this.#mend(resource, []));",
    },
  ],
} satisfies Record<string, readonly Replacement[]>;
