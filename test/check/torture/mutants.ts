/** A text of the source that is another in the test build. */
export interface Replacement {
  /** Below the folder of the project. */
  file: string;
  /** Stands there exactly once. */
  from: string;
  to: string;
}

export type MutantName = 'no sync' | 'journal after the send' | '5xx taken for not applied' | 'no re-read after the undo';

const restore = 'scripts/check/restore';
const send = '    this.writes += 1;\n    const outcome = await session.send({ ...kase, request: { ...kase.request, once: true } }, use);\n';
const next = '    const write = journal.next();\n    try {\n';

/** Programs that look right and put back too little; the cases have to catch each of them. */
export const mutants: Readonly<Record<MutantName, readonly Replacement[]>> = {
  'no sync': [{ file: `${restore}/journal.ts`, from: '    fdatasyncSync(this.#descriptor);\n', to: '' }],
  'journal after the send': [
    { file: `${restore}/guard.ts`, from: send, to: '' },
    { file: `${restore}/guard.ts`, from: next, to: send + next },
  ],
  '5xx taken for not applied': [
    { file: `${restore}/look.ts`, from: 'if (!answer || answer.status >= 500 ||', to: "if (answer && answer.status >= 500) return 'refused';\n  if (!answer ||" },
  ],
  'no re-read after the undo': [
    { file: `${restore}/mender.ts`, from: '          undone += 1;\n', to: "          if (journal.state.openWrites(thing.thing)[0]?.answer?.outcome === 'done') return { as: 'clean' };\n          undone += 1;\n" },
  ],
};
