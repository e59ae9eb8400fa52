import type { Json } from '../../contract/json.js';
import type { SentRequest } from '../model/exchange.js';
import type { Security } from '../model/security.js';

/** The first record of a journal: which server it is about. */
export interface BeginRecord {
  kind: 'begin';
  /** Version of the form of the records. */
  format: 1;
  baseUrl: string;
  contract: string;
  /** Milliseconds since 1970. */
  at: number;
  /**
   * Tells which start of the machine `up` of its writes counts from; empty or missing where the system does not say.
   */
  boot?: string;
}

/** Where a read shows one thing among others. */
export interface ItemPlace {
  /** JSON pointer of the array in the answer. */
  list: string;
  idField: string;
  id: string;
}

/** A field that an update can put back. */
export interface RestorableField {
  /** Its name in requests. */
  name: string;
  /** JSON pointer to where answers show it. */
  pointer: string;
  /** The value to put back, as requests send it. */
  before: Json;
}

/** A thing that is written to: what it was, how it is read, and how its fields are put back. */
export interface ResourceRecord {
  kind: 'thing';
  thing: number;
  operationId: string;
  security: Security;
  /** Reads the thing. */
  read: SentRequest;
  /** Where the read shows it; undefined where the answer is the thing. */
  item?: ItemPlace;
  /** Updates the thing, but for the body; undefined for a thing that only changed beside another. */
  update?: SentRequest;
  fields: readonly RestorableField[];
  /** What the read showed before anything was written. */
  snapshot: Json;
}

/** A value at a place of an answer; without a value, nothing is there. */
export interface PlacedValue {
  /** JSON pointer into the thing. */
  pointer: string;
  value?: Json;
}

/** A request that may change a thing; on disk before it is sent. */
export interface WriteRecord {
  kind: 'write';
  write: number;
  thing: number;
  /** Milliseconds since 1970. */
  at: number;
  /** Milliseconds since the machine was started. */
  up?: number;
  /** Id of the case that sends it. */
  case: string;
  /** What it sends, as answers show it. */
  sent: readonly PlacedValue[];
}

/** What the answer to a write says of its outcome; it proves nothing. */
export interface AnswerRecord {
  kind: 'answer';
  write: number;
  outcome: 'done' | 'refused' | 'unknown';
  /** Where the answer shows the thing: what is other there than in the snapshot. */
  shown?: readonly PlacedValue[];
}

/**
 * Writes of a thing that leave nothing more to do: after the last of them its state was proven equal, or what differs
 * is somebody else's.
 */
export interface ClosedRecord {
  kind: 'closed';
  thing: number;
  as: 'clean' | 'left';
}

export type JournalRecord = BeginRecord | ResourceRecord | WriteRecord | AnswerRecord | ClosedRecord;
