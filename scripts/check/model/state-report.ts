import { exitCodes } from '../../text/exit-codes.js';
import { counted } from '../../text/numbers.js';
import type { Json } from '../values/context.js';
import type { SentRequest } from './exchange.js';

/** A place where two states of a thing differ; `undefined` where nothing is there. */
export interface Difference {
  /** JSON pointer into the thing; arrays are compared as a whole. */
  pointer: string;
  before: Json | undefined;
  after: Json | undefined;
}

/** A field that is not written, and why. */
export interface SkippedField {
  name: string;
  reason: string;
}

/** A thing that is not, or not surely, what it was. */
export interface DifferingThing {
  operationId: string;
  /** Path of the thing below the base URL. */
  path: string;
  /** The request that reads it. */
  read: SentRequest;
  /** `left`: somebody else's change, not overwritten. `differs`: an update does not put it back. `unknown`: no read tells. */
  as: 'left' | 'differs' | 'unknown';
  /** Why nothing is known; undefined where something is. */
  why?: string;
  /** Every field that differs. */
  differences: readonly Difference[];
}

/** What became of the things that a run wrote to and put back. */
export interface StateReport {
  /** Things that were written to. */
  things: number;
  /** Writes besides those that put things back. */
  writes: number;
  /** Fields of bodies that were written, and those that were not, with the reason. */
  fields: { operationId: string; written: number; skipped: readonly SkippedField[] }[];
  /** Empty where every thing was proven equal. */
  differing: Omit<DifferingThing, 'read'>[];
  /** The line that puts back what is left to put back; undefined where nothing is. */
  undo?: string;
}

/** 0 all is as it was · 4 somebody else's change was left alone · 5 something differs, or is not known. */
export function exitCodeOf(differing: readonly Pick<DifferingThing, 'as'>[]): 0 | 4 | 5 {
  if (differing.some(({ as }) => as !== 'left')) return exitCodes.notRestored;
  return differing.length > 0 ? exitCodes.changedByOthers : exitCodes.done;
}

/** What a reader must know of it, a sentence each: how much was written, that it was put back, and what was left out. */
export function stateNotes({ things, writes, fields, differing }: StateReport, mode: string): string[] {
  const proof =
    differing.length === 0
      ? things === 1
        ? ' A read has shown that it is what it was.'
        : ' Reads have shown that each is what it was.'
      : '';
  return [
    `--writes ${mode}: ${counted(writes, 'write')} to ${counted(things, 'thing')}, besides those that put back.${things > 0 ? proof : ''}`,
    ...fields.map(({ operationId, written, skipped }) => {
      const all = counted(written + skipped.length, 'field');
      return `${operationId}: ${written} of ${all} could be written.${skipped.length > 0 ? ` Not written: ${reasons(skipped)}` : ''}`;
    }),
  ];
}

function reasons(skipped: readonly SkippedField[]): string {
  const byReason = new Map<string, string[]>();
  for (const { name, reason } of skipped) {
    const general = reason.replace(`--write-fields ${name}`, '--write-fields');
    byReason.set(general, [...(byReason.get(general) ?? []), JSON.stringify(name)]);
  }
  return [...byReason].map(([reason, names]) => `${names.join(', ')}: ${reason}`).join(' ');
}
