import type { Answered } from './resources.js';

/** A write that a correct server would apply. */
export interface DueWrite {
  /** 1 for the first. */
  number: number;
  /** The response of a correct server. */
  answer: Answered;
  apply(): Promise<Answered>;
  /** Applies the write after this time. */
  applyLater(milliseconds: number): void;
}

/** A fault of a server whose writes can still be undone. */
export interface Fault {
  name: string;
  /** The `--settle` in seconds that covers late writes and old reads. */
  settle: number;
  /** Milliseconds for which reads return the old state. */
  lag?: number;
  /** Whether the fault is over when the undo begins. */
  passes?: true;
  /** Returns the response, or `reset` to break the connection. */
  write(write: DueWrite): Promise<Answered | 'reset'>;
}

/** Milliseconds. */
const lateness = 120;
/** Seconds for faults without waits, and for the others. */
const soon = 0.05;
const patient = 0.5;

const says = (status: number): Answered => ({ status, headers: { 'content-type': 'application/json' }, text: '{}' });

export const right: Fault = { name: 'none', settle: soon, write: ({ apply }) => apply() };

const drops: Fault = { name: 'drop after write', settle: soon, write: ({ apply }) => apply().then(() => 'reset') };

const breaks: Fault = { name: '500 after write', settle: soon, write: ({ apply }) => apply().then(() => says(500)) };

/** Accepts this many writes, then refuses all until the undo begins. */
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

/** `refuse after 1` refuses the first undo; the other refusals begin later. */
export const faults: readonly Fault[] = [right, drops, breaks, refuses(1), refuses(3), refuses(6), ignores, late, lags];

/** @throws Error for an unknown name */
export function faultNamed(name: string): Fault {
  const found = faults.find((fault) => fault.name === name);
  if (!found) throw new Error(`Unknown fault "${name}". Known: ${faults.map((fault) => fault.name).join(', ')}.`);
  return found;
}

/** Whether a run with this fault mostly waits, even on a fast machine. */
export function isWaitedFor({ settle }: Fault): boolean {
  return settle === patient;
}
