import type { OpenApiDocument, OpenQuestion } from '../../contract/document.js';
import type { Schema } from '../../contract/schema.js';
import type { SchemaResolver } from '../../contract/schema-fields.js';
import type { Exchange } from '../model/exchange.js';
import type { MarkedParts } from './marked-parts.js';
import type { Presence } from './presence.js';
import type { Claims } from './proposals.js';
import type { ReflectionTracker } from './reflection-tracker.js';
import type { ResourceStats } from './resource-stats.js';
import type { ResponseView } from './response-view.js';

export type { ResponseView } from './response-view.js';

/** Sentences, the most important first; a sentence that does not apply is `false`. */
export type Sentences = readonly (string | false)[];

/** Collects the evidence about one question in one run. Its memory use is bounded. */
export interface QuestionWatch {
  /** Reads a response; returns whether it says something about the question. */
  see?(view: ResponseView): boolean;
  /** Reads a recorded exchange that belongs to no operation of the contract. */
  seeUnmatchedExchange?(exchange: Exchange): void;
  /** Returns the evidence in sentences; an empty array without evidence. */
  sentences(): Sentences;
  /** Returns a sentence about an answer that responses show in part, with the line that a person completes. */
  describeGap?(): string | undefined;
  /** Number of responses from which the sentences follow, if `see` does not count them. */
  answers?(): number;
  claims?(): Claims;
}

export interface QuestionSubject extends SchemaResolver {
  document: OpenApiDocument;
  schemas: Readonly<Record<string, Schema>>;
  presence: Presence;
  /** The places in the contract that name the question, open or answered. */
  marks: MarkedParts;
  answered: OpenQuestion['answered'];
  resources: ResourceStats;
  tracker: ReflectionTracker;
}
