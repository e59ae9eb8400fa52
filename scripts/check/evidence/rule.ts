import type { OpenApiDocument, Unknown } from '../../contract/document.js';
import type { Schema } from '../../contract/schema.js';
import type { Resolving } from '../../contract/schema-fields.js';
import type { Exchange } from '../model/exchange.js';
import type { Marked } from './marked.js';
import type { Presence } from './presence.js';
import type { Claims } from './proposals.js';
import type { ReflectedSeen } from './reflected-seen.js';
import type { ResourcesSeen } from './resources-seen.js';
import type { Sight } from './sight.js';

export type { JsonObject, Sight } from './sight.js';

/** Sentences, the most important first; one that does not apply is false. */
export type Sentences = readonly (string | false)[];

/** Collects the evidence about one question in one run. Its memory use is bounded. */
export interface Watch {
  /** Reads a response; returns whether it bears on the question. */
  see?(sight: Sight): boolean;
  /** Reads a recorded exchange that belongs to no operation of the contract. */
  seeOther?(exchange: Exchange): void;
  /** The evidence; no sentence without evidence. */
  sentences(): Sentences;
  /** How many responses the sentences rest on, if `see` does not count them. */
  answers?(): number;
  /** What the evidence says of the answer. */
  claims?(): Claims;
}

export interface Subject extends Resolving {
  document: OpenApiDocument;
  /** Those of the components, by name. */
  schemas: Readonly<Record<string, Schema>>;
  presence: Presence;
  /** The places in the contract that name the unknown, open or answered. */
  marked: Marked;
  /** What is answered already. */
  answered: Unknown['answered'];
  /** What responses showed of the fields of resources. */
  resources: ResourcesSeen;
  /** Where responses showed what updates had sent. */
  reflected: ReflectedSeen;
}
