import type { Json } from '../../contract/json.js';
import type { Paging } from '../../contract/paging/paging.js';
import type { Security } from '../../contract/security.js';
import type { SentRequest } from '../model/exchange.js';
import { uptime } from './pace.js';

/** The first record of a journal: the server that it is about. */
export interface BeginRecord {
  kind: 'begin';
  /** Version of the record format. */
  format: 1;
  baseUrl: string;
  contract: string;
  /** Milliseconds since 1970. */
  at: number;
  /** Identifies the boot of the machine that `up` counts from; empty or missing if the system does not provide it. */
  boot?: string;
}

/** The place of one resource in a list. */
export interface ItemPlace {
  /** JSON pointer of the array in the response. */
  list: string;
  idField: string;
  id: string;
  /** How to read the further pages of the list: a write may move the resource to another page. */
  paging?: Paging;
}

/** A field that an update can restore. */
export interface RestorableField {
  /** Its name in requests. */
  name: string;
  /** JSON pointer of the field in responses. */
  pointer: string;
  /** The original value, as requests send it. */
  before: Json;
}

/** A resource that is written to: its original state, how to read it, and how to restore its fields. */
export interface ResourceRecord {
  kind: 'thing';
  thing: number;
  operationId: string;
  security: Security;
  /** Reads the resource. */
  read: SentRequest;
  /** Its place in the response to the read; undefined if the response is the resource. */
  item?: ItemPlace;
  /** Updates the resource, without the body; undefined if it was only read, or only changed as a side effect. */
  update?: SentRequest;
  fields: readonly RestorableField[];
  /** Names of those fields that every update must send. */
  required?: readonly string[];
  /** The state before the first write; null if only empty updates were sent to read it. */
  snapshot: Json;
}

/** A value at a place in a response; without `value`, the place is empty. */
export interface PlacedValue {
  /** JSON pointer into the resource. */
  pointer: string;
  value?: Json;
}

/** A request that may change a resource; on disk before it is sent. */
export interface WriteRecord {
  kind: 'write';
  write: number;
  thing: number;
  /** Milliseconds since 1970. */
  at: number;
  /** Milliseconds since the machine started. */
  up?: number;
  /** Id of the test case that sends it. */
  case: string;
  /** The sent values, in the form of responses. */
  sent: readonly PlacedValue[];
}

/** A write that is about to be sent. */
export function writeNow(write: number, thing: number, about: Pick<WriteRecord, 'case' | 'sent'>): WriteRecord {
  return { kind: 'write', write, thing, at: Date.now(), up: uptime(), ...about };
}

/** The outcome of a write according to its response, which proves nothing. */
export interface AnswerRecord {
  kind: 'answer';
  write: number;
  outcome: 'done' | 'refused' | 'unknown';
  /** The differences from the snapshot, if the response contains the resource. */
  shown?: readonly PlacedValue[];
}

/** No write to this resource needs an undo: its state was proven equal, or differs only by changes of others. */
export interface ClosedRecord {
  kind: 'closed';
  thing: number;
  as: 'clean' | 'left';
}

export type JournalRecord = BeginRecord | ResourceRecord | WriteRecord | AnswerRecord | ClosedRecord;
