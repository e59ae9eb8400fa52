import type { Replacement, Variant } from '../behaviour.js';
import { readFaults } from './read-faults.js';
import { valueFaults } from './value-faults.js';
import { writeFaults } from './write-faults.js';

/** A behaviour that breaks the contract or HTTP itself, with the operations that show it. */
export interface HabitFault extends Variant {
  operationIds: readonly string[];
  /** `d` faults show in the default mode; `w` faults need real writes. */
  mode: 'd' | 'w';
}

export const habitFaults: readonly HabitFault[] = Object.entries({ ...readFaults, ...writeFaults, ...valueFaults }).map(
  ([heading, replacing]) => {
    const [, mode, name = '', ids = '', description = ''] = /^([dw]) (\S+) ([^:]+): (.+)$/.exec(heading) ?? [];
    const operationIds = ids.split(' ');
    const change: Replacement = (base) =>
      replacing(base, ({ operation }) => operationIds.includes(operation?.id ?? ''));
    return { name, about: description, mode: mode as HabitFault['mode'], operationIds, change };
  },
);
