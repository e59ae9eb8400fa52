import type { Answered } from './resources.js';

/** A write that a right server would apply. */
export interface DueWrite {
  /** 1 for the first. */
  number: number;
  /** What a right server answers. */
  answer: Answered;
  apply(): Promise<Answered>;
  /** Applies it so many milliseconds later. */
  applyLater(milliseconds: number): void;
}

/** A way to be wrong in which a write can be put back all the same. */
export interface Fault {
  name: string;
  /** Seconds that whoever checks has to allow for late writes and old reads. */
  settle: number;
  /** Milliseconds for which reads show what was before. */
  lag?: number;
  /** Whether it is over when the undo begins. */
  passes?: true;
  /** What is answered; a reset of the connection in place of an answer. */
  write(write: DueWrite): Promise<Answered | 'reset'>;
}

/** Milliseconds. */
const lateness = 120;
/** Seconds, for faults that nothing has to be waited for, and for the others. */
const soon = 0.05;
const patient = 0.5;

const says = (status: number): Answered => ({ status, headers: { 'content-type': 'application/json' }, text: '{}' });

export const right: Fault = { name: 'none', settle: soon, write: ({ apply }) => apply() };

const drops: Fault = { name: 'drop after write', settle: soon, write: ({ apply }) => apply().then(() => 'reset') };

const breaks: Fault = { name: '500 after write', settle: soon, write: ({ apply }) => apply().then(() => says(500)) };

/** It takes so many writes, and no more until it is undone. */
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

/** The first takes one write, so that its undo is the first to be refused; the others stop in the middle. */
export const faults: readonly Fault[] = [right, drops, breaks, refuses(1), refuses(3), refuses(6), ignores, late, lags];

/** @throws where there is no such fault */
export function faultNamed(name: string): Fault {
  const found = faults.find((fault) => fault.name === name);
  if (!found) throw new Error(`No fault "${name}"; there are ${faults.map((fault) => fault.name).join(', ')}.`);
  return found;
}

/** Whether a run with it takes its time, however fast the machine is. */
export function isWaitedFor({ settle }: Fault): boolean {
  return settle === patient;
}
