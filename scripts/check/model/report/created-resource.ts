import { counted } from '../../../text/numbers.js';

/** Something that a request of the run has created, or may have created. */
export interface CreatedResource {
  /** The operation of the request. */
  operationId: string;
  /** The id of the resource; absent if no response identifies it. */
  id?: string;
  /** The path of the resource below the base URL; that of the request if no response identifies it. */
  path: string;
  /** Whether the server has accepted its deletion, or that of the resource that it was below. */
  removed: boolean;
  /** Why it was not removed; absent if it was. */
  why?: string;
}

/** What is left of what a run has created. */
export function leftOf(created: readonly CreatedResource[]): CreatedResource[] {
  return created.filter(({ removed }) => !removed);
}

/** How much a run has created, and whether it has removed all of it; undefined if it has created nothing. */
export function createdSentence(created: readonly CreatedResource[] = []): string | undefined {
  if (created.length === 0) return undefined;
  const left = leftOf(created).length;
  const all = counted(created.length, 'resource');
  if (left === 0) return `The run created ${all} and removed ${created.length === 1 ? 'it' : 'all of them'}.`;
  const how = left === created.length ? 'none' : `all but ${left}`;
  return `The run created ${all}, as far as responses say, and removed ${how} of them.`;
}
