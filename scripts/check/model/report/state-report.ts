import type { Json } from '../../../contract/json.js';
import { exitCodes } from '../../../text/exit-codes.js';
import { groupBy } from '../../../text/group-by.js';
import { formatCount } from '../../../text/numbers.js';
import type { SentRequest } from '../exchange.js';

/** A field whose value differs from its value before the run. */
export interface Difference {
  /** JSON pointer into the resource; arrays are compared as a whole. */
  pointer: string;
  /** The value before the run; absent if the field had no value. */
  before: Json | undefined;
  /** The current value; absent if the field has no value. */
  after: Json | undefined;
}

/** A field that was not written. */
export interface SkippedField {
  /** Name of the field in requests. */
  name: string;
  /** Reason why the field was not written. */
  reason: string;
}

/** A resource that differs from its state before the run, or may differ. */
export interface DifferingResource {
  /** Id of the update that wrote to the resource. */
  operationId: string;
  /** Path of the resource below the base URL. */
  path: string;
  /** The request that reads the resource. */
  read: SentRequest;
  /**
   * `left`: somebody else changed it, and the run kept the change. `differs`: the run could not restore it. `unknown`:
   * no read returns it.
   */
  as: 'left' | 'differs' | 'unknown';
  /** Reason why the state is unknown. */
  why?: string;
  /** Every field that differs. */
  differences: readonly Difference[];
}

/** The state of the resources that the run wrote to and put back. */
export interface StateReport {
  /** Number of resources that the run wrote to. @asType integer @minimum 0 */
  resources: number;
  /** Number of writes, except those that put values back. @asType integer @minimum 0 */
  writes: number;
  /** For each update operation, how many of its fields were written, and which were not. */
  fields: {
    /** Id of the update operation. */
    operationId: string;
    /** Number of fields that were written. @asType integer @minimum 0 */
    written: number;
    /** Fields that were not written. */
    skipped: readonly SkippedField[];
  }[];
  /** Resources that differ from their state before the run, or may differ; empty if reads proved that none does. */
  differing: Omit<DifferingResource, 'read'>[];
  /** The command that tries again to put back the remaining values; absent if all are back. */
  undo?: string;
}

/** Returns the exit code. 0: all as before. 4: somebody else's change was kept. 5: something differs or is unknown. */
export function exitCodeOf(differing: readonly Pick<DifferingResource, 'as'>[]): 0 | 4 | 5 {
  if (differing.some(({ as }) => as !== 'left')) return exitCodes.notRestored;
  return differing.length > 0 ? exitCodes.changedByOthers : exitCodes.done;
}

/** Returns notes, one sentence each: how much was written, whether it was put back, and what was left out. */
export function stateNotes({ resources, writes, fields, differing }: StateReport, mode: string): string[] {
  const proof = resources === 1 ? 'A read proved that the resource has its' : 'Reads proved that each resource has its';
  const proofText = resources > 0 && differing.length === 0 ? ` ${proof} original values again.` : '';
  return [
    `--writes ${mode}: ${formatCount(writes, 'write')} to ${formatCount(resources, 'resource')}, not counting those ` +
      `that put values back.${proofText}`,
    ...fields.map(({ operationId, written, skipped }) => {
      const totalText = formatCount(written + skipped.length, 'field');
      const skippedText = skipped.length > 0 ? ` Not written: ${reasonsText(skipped)}` : '';
      return `${operationId}: ${written} of ${totalText} could be written.${skippedText}`;
    }),
  ];
}

function reasonsText(skipped: readonly SkippedField[]): string {
  const groups = groupBy(skipped, ({ name, reason }) => reason.replace(`--write-fields ${name}`, '--write-fields'));
  const namesOf = (fields: readonly SkippedField[]): string =>
    fields.map(({ name }) => JSON.stringify(name)).join(', ');
  return [...groups].map(([reason, fields]) => `${namesOf(fields)}: ${reason}`).join(' ');
}

/** A resource that a request of the run has created, or may have created. */
export interface CreatedResource {
  /** Id of the operation that the request called. */
  operationId: string;
  /** The id of the resource; absent if no response identifies it. */
  id?: string;
  /** The path of the resource below the base URL; the path of the request if no response identifies the resource. */
  path: string;
  /** Whether the server has accepted the deletion of the resource, or of a resource that contains it. */
  removed: boolean;
  /** Reason why the resource was not removed; absent if it was removed. */
  why?: string;
}

/** Returns the created resources that were not removed. */
export function remainingResourcesOf(resources: readonly CreatedResource[]): CreatedResource[] {
  return resources.filter(({ removed }) => !removed);
}

/** Returns a sentence about the number of created and of removed resources; undefined if none was created. */
export function creationSentence(resources: readonly CreatedResource[] = []): string | undefined {
  if (resources.length === 0) return undefined;
  const remaining = remainingResourcesOf(resources).length;
  const total = formatCount(resources.length, 'resource');
  if (remaining === 0) return `The run created ${total} and removed ${resources.length === 1 ? 'it' : 'all of them'}.`;
  const share = remaining === resources.length ? 'none' : `all but ${remaining}`;
  return `According to the responses, the run created ${total} and removed ${share}.`;
}
