import { isObject, type JsonObject, parseJson } from '../../../contract/json.js';
import { sketchPage } from '../../../contract/paging/sketch.js';
import { parameterNames, pathShape } from '../../../contract/path-template.js';
import { fieldsOf } from '../../../contract/schema-fields.js';
import { groupDigits } from '../../../text/numbers.js';
import { type CheckedOperation, readOperations } from '../../model/contract/operations.js';
import { listShape } from '../../model/contract/resources.js';
import type { Exchange } from '../../model/exchange.js';
import { answeredObject, type Claim, ClaimGrounds, type Claims, joinGrounds } from '../proposals.js';
import type { QuestionSubject, QuestionWatch, ResponseView, Sentences } from '../rule.js';
import { countText, listText } from '../words.js';

/** Maximum number of different requests to keep that belong to no operation. */
const maxRequests = 100;

class Paths {
  /** Operations that exist at their paths, and operations that returned 404 or 405 there. */
  readonly existingIds = new Set<string>();
  readonly missingIds = new Set<string>();
  /** The prefixes that recorded requests have before the paths of the contract. */
  readonly prefixes = new Set<string>();
  /** Requests that belong to no operation, by method and form. */
  readonly others = new Map<string, { request: OtherRequest; count: number }>();
}

export function operationsPaths(subject: QuestionSubject): QuestionWatch {
  const paths = new Paths();
  return {
    see: (view) => see(paths, view, subject),
    seeUnmatchedExchange(request) {
      const summary = readOtherRequest(request);
      if (!summary) return;
      const key = `${summary.method} ${summary.form}`;
      const entry = paths.others.get(key);
      if (entry) entry.count += 1;
      else if (paths.others.size < maxRequests) paths.others.set(key, { request: summary, count: 1 });
    },
    sentences: () => sentences(paths, subject),
    claims: () => findClaims(paths, subject),
  };
}

function see({ existingIds, missingIds, prefixes }: Paths, view: ResponseView, { marks }: QuestionSubject): boolean {
  const { operation, status, hasExistingIds, case: testCase, path } = view;
  if (testCase.kind === 'recorded') {
    const length = operation.path.split('/').filter(Boolean).length;
    const segments = path.split('/').filter(Boolean);
    prefixes.add(segments.slice(0, segments.length - length).join('/'));
  }
  if (!marks.operations.has(operation.id)) return false;
  if (view.showsPath) existingIds.add(operation.id);
  else if (hasExistingIds && (status === 404 || status === 405)) missingIds.add(operation.id);
  else return false;
  return true;
}

function sentences({ existingIds, missingIds }: Paths, { marks }: QuestionSubject): Sentences {
  const unreachableIds = [...missingIds].filter((id) => !existingIds.has(id)).sort();
  const missingText = listText(unreachableIds);
  return [
    existingIds.size > 0 &&
      `${groupDigits(existingIds.size)} of ${countText(marks.operations.size, 'operation')} exist at their paths: ` +
        'they returned 2xx, 400, 409, 412, 415 or 422.',
    unreachableIds.length > 0 && `Returned only 404 or 405 for existing resources: ${missingText}.`,
  ];
}

interface Candidate {
  operation: CheckedOperation;
  path: string;
  grounds: ClaimGrounds;
}

/**
 * Proposes the path of a request without an operation for an operation that it resembles: the method is the same, one
 * word of the path differs, and the response has the documented shape. The contract never has this path already. If
 * several operations fit, there are several readings. A path is never more than likely, since a service may have more
 * operations than the contract knows.
 */
function findClaims(paths: Paths, subject: QuestionSubject): Claims {
  const { document, marks } = subject;
  if (paths.others.size === 0) return {};
  const prefixes = paths.prefixes.size > 0 ? [...paths.prefixes] : [''];
  const operations = readOperations(document);
  const knownShapes = new Set(operations.map(({ path }) => pathShape(path)));
  const openOperations = operations.filter(({ id }) => marks.operations.has(id) && !paths.existingIds.has(id));
  const sureCandidates: Candidate[] = [];
  const unsureGroups: Candidate[][] = [];
  for (const { request, count: times } of paths.others.values()) {
    const candidates = openOperations.flatMap((operation): Candidate[] => {
      const path = findOtherPath(operation, request, prefixes);
      if (path === undefined || knownShapes.has(pathShape(path))) return [];
      if (parameterNames(path).length !== operation.pathParameters.length) return [];
      const grounds = new ClaimGrounds();
      grounds.add(operation.id, '', `${request.method} ${request.form}`, times);
      return [{ operation, path, grounds }];
    });
    const similarCandidates = candidates.filter(({ operation }) => hasDocumentedShape(operation, request, subject));
    if (similarCandidates.length === 1) sureCandidates.push(similarCandidates[0] as Candidate);
    else if (candidates.length > 0) unsureGroups.push(similarCandidates.length > 0 ? similarCandidates : candidates);
  }
  resolveBySharedPath(sureCandidates, unsureGroups);
  const duplicates = sureCandidates.filter(
    ({ operation }, index) => sureCandidates.findIndex((candidate) => candidate.operation === operation) !== index,
  );
  for (const { operation } of duplicates)
    unsureGroups.push(sureCandidates.filter((candidate) => candidate.operation === operation));
  const certainCandidates = sureCandidates.filter(
    ({ operation }) => !duplicates.some((duplicate) => duplicate.operation === operation),
  );
  return {
    likely: certainCandidates.length > 0 ? pathsClaim(certainCandidates, answeredObject(subject)) : undefined,
    readings: (unsureGroups[0] ?? []).slice(0, 5).map((candidate) => pathsClaim([candidate])),
  };
}

/** Resolves ambiguous requests: a candidate is right if an operation that shares its old path has its new path. */
function resolveBySharedPath(sureCandidates: Candidate[], unsureGroups: Candidate[][]): void {
  const certainCandidates = [...sureCandidates];
  for (const [index, candidates] of [...unsureGroups.entries()].reverse()) {
    const hasCertainPath = ({ operation, path }: Candidate): boolean =>
      certainCandidates.some((candidate) => candidate.operation.path === operation.path && candidate.path === path);
    const [only, otherCandidate] = candidates.filter(hasCertainPath);
    if (!only || otherCandidate) continue;
    sureCandidates.push(only);
    unsureGroups.splice(index, 1);
  }
}

/** Whether the response to a request has the documented shape: the contract lists at least half of its fields. */
function hasDocumentedShape(
  operation: CheckedOperation,
  { isList, fields }: OtherRequest,
  subject: QuestionSubject,
): boolean {
  const list = listShape(operation, subject.resolve);
  const schema = list?.items ?? operation.success?.bodies[0]?.schema;
  if (!schema || isList !== (list !== undefined)) return false;
  const { properties } = fieldsOf(subject, schema);
  const knownCount = fields.filter((name) => properties.has(name)).length;
  return knownCount > 1 && knownCount * 2 >= fields.length;
}

function pathsClaim(candidates: readonly Candidate[], knownPaths: JsonObject = {}): Claim {
  const entries = candidates.map(({ operation, path }) => [operation.id, path]);
  const support = joinGrounds(candidates.map(({ grounds }) => grounds)).toSupport('A success at the documented path.');
  return { value: { ...knownPaths, ...Object.fromEntries(entries) }, support };
}

/** A recorded request that belongs to no operation of the contract, and the shape of its response. */
interface OtherRequest {
  method: string;
  segments: readonly string[];
  endsWithSlash: boolean;
  /** The path with `{}` in place of identifiers. */
  form: string;
  isList: boolean;
  /** The names of the fields of the resource, or of the first item. */
  fields: readonly string[];
}

const identifierPattern = /^(?:[0-9]+|[0-9a-f]{8}-[0-9a-f-]{27}|(?=.*[0-9])[\w-]{10,})$/i;

/** Maximum size of a response in bytes: no useful list is larger, and parsing takes long. */
const maxBytes = 1_000_000;

/** Reads a successful request with a response of JSON; undefined for any other request. */
function readOtherRequest({ request, response }: Exchange): OtherRequest | undefined {
  if (!response || response.status < 200 || response.status > 299 || response.bytes.length > maxBytes) return undefined;
  const [path = ''] = request.path.split('?', 1);
  const segments = path.split('/').filter(Boolean);
  if (segments.length === 0 || path.length > 500) return undefined;
  const value = parseJson(Buffer.from(response.bytes).toString());
  const [list] = sketchPage(path, value, {})?.arrays.values() ?? [];
  if (list ? list.fields.length === 0 : !isObject(value)) return undefined;
  return {
    method: request.method.toLowerCase(),
    segments,
    endsWithSlash: path.endsWith('/'),
    form: `/${segments.map((segment) => (identifierPattern.test(segment) ? '{}' : segment)).join('/')}`,
    isList: list !== undefined,
    fields: list?.fields ?? Object.keys(value as object).slice(0, 100),
  };
}

/** Returns the documented path with the one word that differs in a request; undefined if more or no words differ. */
function findOtherPath(
  operation: CheckedOperation,
  { method, segments, endsWithSlash }: OtherRequest,
  prefixes: readonly string[],
): string | undefined {
  const template = operation.path.split('/').filter(Boolean);
  const prefixLength = segments.length - template.length;
  const isBelowPrefix = prefixLength >= 0 && prefixes.includes(segments.slice(0, prefixLength).join('/'));
  if (method !== operation.method || !isBelowPrefix) return undefined;
  const parts = segments.slice(prefixLength);
  const isParameter = (segment: string): boolean => segment.startsWith('{');
  const [at, other] = template.flatMap((text, index) => (isParameter(text) || text === parts[index] ? [] : [index]));
  if (at === undefined || other !== undefined || !/^[a-z][a-z0-9_.-]*$/i.test(parts[at] ?? '')) return undefined;
  if (template.some((text, index) => isParameter(text) && !identifierPattern.test(parts[index] ?? '')))
    return undefined;
  const path = template.map((text, index) => (index === at ? parts[at] : text)).join('/');
  return `/${path}${endsWithSlash ? '/' : ''}`;
}
