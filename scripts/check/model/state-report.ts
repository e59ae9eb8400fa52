import type { Json } from '../../contract/json.js';
import { exitCodes } from '../../text/exit-codes.js';
import { counted } from '../../text/numbers.js';
import type { SentRequest } from './exchange.js';

/** A field that differs. */
export interface Difference {
  /** JSON pointer into the thing; arrays are compared as a whole. */
  pointer: string;
  /** Its value before; absent where it was not there. */
  before: Json | undefined;
  /** Its value now; absent where it is not there. */
  after: Json | undefined;
}

/** A field that was not written. */
export interface SkippedField {
  /** Its name in requests. */
  name: string;
  /** Why. */
  reason: string;
}

/** A thing that is not, or not surely, what it was. */
export interface DifferingResource {
  /** The update that wrote to it. */
  operationId: string;
  /** Its path below the base URL. */
  path: string;
  /** The request that reads it. */
  read: SentRequest;
  /**
   * `left`: somebody else's change, not overwritten. `differs`: an update does not put it back. `unknown`: no read
   * tells.
   */
  as: 'left' | 'differs' | 'unknown';
  /** Why nothing is known. */
  why?: string;
  /** Every field that differs. */
  differences: readonly Difference[];
}

/** What became of the things that were written to and put back. */
export interface StateReport {
  /** Things that were written to. @integer @minimum 0 */
  things: number;
  /** Writes besides those that put things back. @integer @minimum 0 */
  writes: number;
  /** Fields of updates, an entry an operation. */
  fields: {
    /** The update. */
    operationId: string;
    /** Fields that were written. @integer @minimum 0 */
    written: number;
    /** Fields that were not. */
    skipped: readonly SkippedField[];
  }[];
  /** Things that are not, or not surely, what they were; empty where each was proven equal. */
  differing: Omit<DifferingResource, 'read'>[];
  /** The command that tries again to put back what is left; absent where nothing is. */
  undo?: string;
}

/** 0 all is as it was · 4 somebody else's change was left alone · 5 something differs, or is not known. */
export function exitCodeOf(differing: readonly Pick<DifferingResource, 'as'>[]): 0 | 4 | 5 {
  if (differing.some(({ as }) => as !== 'left')) return exitCodes.notRestored;
  return differing.length > 0 ? exitCodes.changedByOthers : exitCodes.done;
}

/**
 * What a reader must know of it, a sentence each: how much was written, that it was put back, and what was left out.
 */
export function stateNotes({ things, writes, fields, differing }: StateReport, mode: string): string[] {
  const proof =
    differing.length === 0
      ? things === 1
        ? ' A read has shown that it is what it was.'
        : ' Reads have shown that each is what it was.'
      : '';
  return [
    `--writes ${mode}: ${counted(writes, 'write')} to ${counted(things, 'thing')}, besides those that put ` +
      `back.${things > 0 ? proof : ''}`,
    ...fields.map(({ operationId, written, skipped }) => {
      const all = counted(written + skipped.length, 'field');
      return (
        `${operationId}: ${written} of ${all} could be ` +
        `written.${skipped.length > 0 ? ` Not written: ${reasons(skipped)}` : ''}`
      );
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
