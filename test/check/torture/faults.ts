import type { Answered } from './resources.js';

/** A write that a correct server would apply. */
export interface DueWrite {
  /** The number of the write, counted from 1. */
  number: number;
  /** The response of a correct server. */
  answer: Answered;
  apply(): Promise<Answered>;
  /** Applies the write after this delay. */
  applyLater(milliseconds: number): void;
}

/** A fault of a server whose writes can still be undone in the end. */
export interface Fault {
  name: string;
  /** The `--settle` in seconds that is long enough for late writes and outdated reads. */
  settle: number;
  /** Milliseconds for which reads still return the old state. */
  lag?: number;
  /** Whether the fault ends when the undo begins. */
  passes?: true;
  /** Returns the response, or `reset` to break the connection. */
  write(write: DueWrite): Promise<Answered | 'reset'>;
}

/** The delay of late writes, in milliseconds. */
const lateness = 120;
const soon = 0.05;
const patient = 0.5;

const says = (status: number): Answered => ({ status, headers: { 'content-type': 'application/json' }, text: '{}' });

export const right: Fault = { name: 'none', settle: soon, write: ({ apply }) => apply() };

const drops: Fault = { name: 'drop after write', settle: soon, write: ({ apply }) => apply().then(() => 'reset') };

const breaks: Fault = { name: '500 after write', settle: soon, write: ({ apply }) => apply().then(() => says(500)) };

/** Accepts this number of writes, then refuses all of them until the undo begins. */
const refuses = (after: number): Fault => ({
  name: `refuse after ${after}`,
  settle: soon,
  passes: true,
  write: ({ number, apply }) => (number > after ? Promise.resolve(says(403)) : apply()),
});

const ignores: Fault = {
  name: 'ignore every second write',
  settle: soon,
  write: ({ number, answer, apply }) => (number % 2 === 0 ? Promise.resolve(answer) : apply()),
};

const late: Fault = {
  name: 'late write',
  settle: patient,
  write({ number, applyLater }) {
    applyLater(lateness);
    return Promise.resolve(number % 2 === 0 ? 'reset' : says(504));
  },
};

const lags: Fault = { name: 'lagging reads', settle: patient, lag: lateness, write: ({ apply }) => apply() };

/** `refuse after 1` refuses the first undo; the other two such faults refuse later undos. */
export const faults: readonly Fault[] = [right, drops, breaks, refuses(1), refuses(3), refuses(6), ignores, late, lags];

/** @throws Error for an unknown name */
export function faultNamed(name: string): Fault {
  const foundFault = faults.find((fault) => fault.name === name);
  if (!foundFault) throw new Error(`Unknown fault "${name}". Known: ${faults.map((fault) => fault.name).join(', ')}.`);
  return foundFault;
}
