import type { OpenApiDocument } from '../../../contract/document.js';
import { hasAnyProvenance } from '../../../contract/operations.js';
import { createSchemaResolver } from '../../../contract/references.js';
import { createRequestSchemas, type RequestSchemas } from '../../../contract/request-schemas.js';
import type { Schema } from '../../../contract/schema.js';
import type { RuleOptions } from '../../../contract/schema-rules.js';
import type { ServerPaths } from '../../../contract/servers.js';
import type { AnsweredBy, AnswersReport, ContractPlace } from '../finding.js';
import { type BodyJudge, createBodyJudge } from './body-judge.js';
import { type CheckedOperation, readOperations } from './operations.js';
import { type ResourceType, readResourceTypes } from './resources.js';

/** Everything that a run knows about a service before its first request. */
export interface CheckedContract {
  document: OpenApiDocument;
  title: string;
  version: string;
  /** The source that `--contract` names; undefined for this package's own contract. */
  file: string | undefined;
  operations: readonly CheckedOperation[];
  operation(id: string): CheckedOperation | undefined;
  resources: readonly ResourceType[];
  /** Whether the document marks what its source states (`x-provenance`). If not, all of it counts as stated. */
  hasProvenance: boolean;
  /** The answers that were applied to the contract; undefined if none were. */
  answers: AnswersReport | undefined;
  /** Sentences about the parts of the document that were converted, left out or replaced when it was read. */
  notes: readonly string[];
  /** The server paths in the document; undefined for this package's own contract. */
  servers: ServerPaths | undefined;
  /** Additional headers of every request, with environment variables as their values: `{ 'X-Tenant': '$TENANT' }`. */
  headers?: Readonly<Record<string, string>>;
  /** Returns the id of a question with the person who answered it, if known. */
  answeredBy(question: string): AnsweredBy;
  /** The kinds of error that each open question leaves undecided: schema keywords, `null`, or `*` for all errors. */
  errorsByQuestion: ReadonlyMap<string, ReadonlySet<string>>;
  /** Whether the request schemas state, with `x-reflected-as`, which response field shows a value. */
  hasReflection: boolean;
  /** Follows `$ref`s. Returns the empty schema for a reference to nothing or to itself. */
  resolve(schema: Schema): Schema;
  /** The schemas as they apply to requests: without read-only fields. */
  requests: RequestSchemas;
  judge: BodyJudge;
  /** Whether the contract has patterns that may be slow, so that judging even a short body may take long. */
  hasUnknownPatterns: boolean;
  /** Returns the file and line of a JSON pointer, to be shown. They are looked up only when a finding needs them. */
  placeOf(pointer: string): ContractPlace;
}

interface ContractParts {
  document: OpenApiDocument;
  file?: string;
  answers?: AnswersReport;
  servers?: ServerPaths;
  /** Compiles a pattern of a schema, maybe with a time limit, since some take long; by default without one. */
  pattern?: RuleOptions['pattern'];
  /** Whether some patterns may be slow; true by default, except for this package's own contract. */
  hasUnknownPatterns?: boolean;
  placeOf: (pointer: string) => ContractPlace;
}

export function createContract(parts: ContractParts): CheckedContract {
  const { document, file, answers, servers, pattern, hasUnknownPatterns = file !== undefined, placeOf } = parts;
  const operations = readOperations(document);
  const operationsById = new Map(operations.map((operation) => [operation.id, operation]));
  const resolve = createSchemaResolver(document);
  const requests = createRequestSchemas(resolve);
  const questions = new Map((document['x-unknowns'] ?? []).map((question) => [question.id, question]));
  return {
    document,
    title: document.info.title,
    version: document.info.version,
    file,
    operations,
    operation: (id) => operationsById.get(id),
    resources: readResourceTypes(operations, resolve),
    hasProvenance: hasAnyProvenance(document),
    answers,
    notes: [],
    servers,
    answeredBy(question) {
      const by = questions.get(question)?.answered?.from?.by;
      return { question, ...(by !== undefined && { by }) };
    },
    errorsByQuestion: new Map([...questions].map(([id, { covers = [] }]) => [id, new Set(covers)])),
    hasReflection: JSON.stringify(document.components ?? {}).includes('"x-reflected-as"'),
    resolve,
    requests,
    judge: createBodyJudge(document, requests, pattern),
    hasUnknownPatterns,
    placeOf,
  };
}

/** Returns the contract with changed operations, and with the resource types that result from them. */
export function withOperations(
  contract: CheckedContract,
  change: (operation: CheckedOperation) => CheckedOperation,
): CheckedContract {
  const operations = contract.operations.map(change);
  const byId = new Map(operations.map((operation) => [operation.id, operation]));
  return {
    ...contract,
    operations,
    operation: (id) => byId.get(id),
    resources: readResourceTypes(operations, contract.resolve),
  };
}
