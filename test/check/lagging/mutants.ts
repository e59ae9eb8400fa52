import type { Replacement } from '../torture/mutants.js';

export type MutantName = keyof typeof mutants;

const mender = 'scripts/check/restore/mender.ts';
const sightings = 'scripts/check/restore/sightings.ts';

/** Programs that trust too early; the cases must detect each of them. */
export const mutants = {
  'a last read at once': { file: mender, from: '      await this.#wait(this.#dueAll(resources));\n', to: '' },
  'one last read, whatever it finds': {
    file: mender,
    from: 'if (this.#undos === before) break;',
    to: 'break;',
  },
  'no last read': { file: mender, from: ': await this.#mend(resource, []));', to: ": { as: 'clean' });" },
  'writes of closed spans forgotten': {
    file: mender,
    from: 'writes.filter((write) => !this.#sightings.isOver(write))',
    to: 'writes.filter(({ write }) => write > (this.#seenClean.get(resource.thing) ?? 0))',
  },
  'an undo believed before it is due': {
    file: sightings,
    from: 'if (undo && uptime() >= this.due(undo))',
    to: 'if (undo)',
  },
  'lateness not noticed': { file: sightings, from: 'this.#isLate = true;', to: 'this.#isLate = false;' },
  "a value that nobody has seen taken for somebody else's": {
    file: sightings,
    from: 'if (byUndo.some((each) => isSame(each, pointer, after))) return false;',
    to: 'return true;',
  },
  'writes of a killed run not waited for': {
    file: sightings,
    from: 'return (this.#isThisBoot && up !== undefined ? Math.min(up, this.#begun) : this.#begun) + this.#settle;',
    to: 'return -Infinity;',
  },
} satisfies Record<string, Replacement>;
