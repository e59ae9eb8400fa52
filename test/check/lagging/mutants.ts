import type { Replacement } from '../torture/mutants.js';

export type MutantName = keyof typeof mutants;

const restorer = 'scripts/check/restore/restorer.ts';
const tracker = 'scripts/check/restore/write-tracker.ts';

/** Programs that rely on a result too early; the cases must detect each of them. */
export const mutants = {
  'a last read at once': {
    file: restorer,
    from: '      await this.#waitUntil(this.#getLastDue(resources));\n',
    to: '',
  },
  'one last read, whatever it finds': {
    file: restorer,
    from: 'if (this.#undoCount === undosBefore) break;',
    to: 'break;',
  },
  'no last read': { file: restorer, from: ': await this.#restore(resource, [])', to: ": { as: 'clean' }" },
  'writes of closed spans forgotten': {
    file: restorer,
    from: 'writes.filter((write) => !this.#tracker.isFinished(write))',
    to: 'writes.filter(({ write }) => write > (this.#lastCleanWrite.get(resource.resource) ?? 0))',
  },
  'an undo believed before it is due': {
    file: tracker,
    from: 'if (undo && uptime() >= this.getDueTime(undo))',
    to: 'if (undo)',
  },
  'lateness not noticed': { file: tracker, from: 'this.#hasLateWrite = true;', to: 'this.#hasLateWrite = false;' },
  "a value that nobody has seen taken for somebody else's": {
    file: tracker,
    from: 'if (undoValues.some((each) => isSameValue(each, pointer, after))) return false;',
    to: 'return true;',
  },
  'writes of a killed run not waited for': {
    file: tracker,
    from: '(this.#isThisBoot && up !== undefined ? Math.min(up, this.#startTime) : this.#startTime) + this.#settle',
    to: '-Infinity',
  },
} satisfies Record<string, Replacement>;
