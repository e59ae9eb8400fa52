import type { ObjectEnvelope } from './object-envelope.js';
import type { Paging } from './paging/paging.js';

/** The parts of an OpenAPI 3.1 document that the build reads, in the form that `generated/openapi.yaml` has. */
export interface OpenApiDocument {
  openapi: string;
  info: { title: string; version: string; description?: string };
  tags?: { name: string; description?: string; 'x-displayName'?: string }[];
  paths: Record<string, PathItem>;
  components: Record<string, Record<string, unknown>>;
  'x-tagGroups'?: { name: string; tags: string[] }[];
  'x-unknowns'?: OpenQuestion[];
}

export const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'] as const;
export type Method = (typeof methods)[number];

export type PathItem = Partial<Record<Method, OpenApiOperation>>;

export interface OpenApiOperation {
  operationId: string;
  summary: string;
  description?: string;
  tags: string[];
  /** The operation's name in the interface description, if the description names it. */
  'x-source-name'?: string;
  'x-provenance': OperationProvenance;
  'x-unknown'?: string[];
  /** Ids of the questions whose answers are the basis of the operation. */
  'x-answered'?: string[];
  /** The paging of the list that the operation returns; without it, the list is an array with all items. */
  'x-paging'?: Paging;
  /** The place of the resource in each body of the operation; without it, each body is the resource itself. */
  'x-envelope'?: ObjectEnvelope;
  /** The most frequent of several success statuses; without this keyword, the lowest status counts. */
  'x-usual-status'?: string;
  /** Names of the operation in the previous minor version, which the client still accepts. */
  'x-formerly'?: string[];
  parameters?: ({ $ref: string } | Record<string, unknown>)[];
  requestBody?: { required?: boolean; content: Record<string, MediaType> };
  responses: Record<string, OpenApiResponse | { $ref: string }>;
}

export interface OpenApiResponse {
  description: string;
  headers?: Record<string, unknown>;
  content?: Record<string, MediaType>;
}

export interface MediaType {
  schema: Record<string, unknown>;
  examples?: Record<string, { $ref: string } | { summary?: string; value: unknown }>;
}

export type Facet = 'name' | 'method' | 'path' | 'request' | 'responses';

/** The facets of an operation that the interface description states, and the basis of each inferred facet. */
export interface OperationProvenance {
  section: string;
  stated: Facet[];
  /** For each facet that is known from an answer, the id of the answered question. */
  answered?: Partial<Record<Facet, string>>;
  /** The file with a team's corrections of the operation. */
  corrected?: string;
  inferred: Partial<Record<Facet, 'reference' | 'convention' | 'group'>>;
}

/** An entry of the register of open questions about the interface. */
export interface OpenQuestion {
  id: string;
  section: string;
  question: string;
  assumed: string;
  evidence: string;
  /**
   * Errors that contradict no stated fact while this question is open, in each part of a response whose `x-unknown`
   * names the question. An error is a schema keyword, `null` for a value that is null, or `*` for all. An operation can
   * also have `status` for its success status, `media-type` for the media type of its successes, and `envelope` for
   * everything around the items of a list, which `*` does not include.
   */
  covers?: string[];
  /** Observations about the question, oldest first. */
  observed?: QuestionObservation[];
  /** JSON Schema of an answer, with examples; `text` if an answer only changes the docs. */
  answer?: Record<string, unknown> | 'text';
  /** An example of an answer that only changes the docs. */
  example?: string;
  /** In a contract with a team's answers: the answer to this question, and its source. */
  answered?: { value: unknown; closed?: boolean; except?: Record<string, unknown>; from?: AnswerSource };
}

export interface AnswerSource {
  by?: string;
  /** The day of the answer: `2026-11-22`. */
  on?: string;
  evidence?: string;
}

export interface QuestionObservation {
  /** The year, month or day of the observation. */
  date: string;
  by: string;
  said: string;
}
