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
  /** Operations that exist at their paths, and those that returned 404 or 405 there. */
  readonly existing = new Set<string>();
  readonly missing = new Set<string>();
  /** The prefixes that recorded requests have before the paths of the contract. */
  readonly prefixes = new Set<string>();
  /** Requests that belong to no operation, by method and form. */
  readonly others = new Map<string, { request: ReadOther; count: number }>();
}

export function operationsPaths(subject: QuestionSubject): QuestionWatch {
  const paths = new Paths();
  return {
    see: (view) => see(paths, view, subject),
    seeOther(request) {
      const summary = readOther(request);
      if (!summary) return;
      const key = `${summary.method} ${summary.form}`;
      const known = paths.others.get(key);
      if (known) known.count += 1;
      else if (paths.others.size < maxRequests) paths.others.set(key, { request: summary, count: 1 });
    },
    sentences: () => sentences(paths, subject),
    claims: () => claims(paths, subject),
  };
}

function see({ existing, missing, prefixes }: Paths, view: ResponseView, { marks }: QuestionSubject): boolean {
  const { operation, status, exists, case: testCase, path } = view;
  if (testCase.kind === 'recorded') {
    const length = operation.path.split('/').filter(Boolean).length;
    const segments = path.split('/').filter(Boolean);
    prefixes.add(segments.slice(0, segments.length - length).join('/'));
  }
  if (!marks.operations.has(operation.id)) return false;
  if (view.showsPath) existing.add(operation.id);
  else if (exists && (status === 404 || status === 405)) missing.add(operation.id);
  else return false;
  return true;
}

function sentences({ existing, missing }: Paths, { marks }: QuestionSubject): Sentences {
  const unreachable = [...missing].filter((id) => !existing.has(id)).sort();
  const missingText = listText(unreachable);
  return [
    existing.size > 0 &&
      `${groupDigits(existing.size)} of ${countText(marks.operations.size, 'operation')} exist at their paths: ` +
        'they returned 2xx, 400, 409, 412, 415 or 422.',
    unreachable.length > 0 && `Only 404 or 405, although the ids belong to existing resources: ${missingText}.`,
  ];
}

interface Candidate {
  operation: CheckedOperation;
  path: string;
  grounds: ClaimGrounds;
}

/**
 * Offers the path of a request without an operation to an operation that it resembles: the request has the same method,
 * one other word in its path, and a response of the same shape. The path is never one that the contract has already. If
 * it resembles several operations, there are several readings. No path is more than likely: a service may have more
 * than the contract knows.
 */
function claims(paths: Paths, subject: QuestionSubject): Claims {
  const { document, marks } = subject;
  if (paths.others.size === 0) return {};
  const prefixes = paths.prefixes.size > 0 ? [...paths.prefixes] : [''];
  const operations = readOperations(document);
  const knownShapes = new Set(operations.map(({ path }) => pathShape(path)));
  const open = operations.filter(({ id }) => marks.operations.has(id) && !paths.existing.has(id));
  const sure: Candidate[] = [];
  const unsure: Candidate[][] = [];
  for (const { request, count: times } of paths.others.values()) {
    const candidates = open.flatMap((operation): Candidate[] => {
      const path = otherPath(operation, request, prefixes);
      if (path === undefined || knownShapes.has(pathShape(path))) return [];
      if (parameterNames(path).length !== operation.pathParameters.length) return [];
      const grounds = new ClaimGrounds();
      grounds.add(operation.id, '', `${request.method} ${request.form}`, times);
      return [{ operation, path, grounds }];
    });
    const similar = candidates.filter(({ operation }) => isAlike(operation, request, subject));
    if (similar.length === 1) sure.push(similar[0] as Candidate);
    else if (candidates.length > 0) unsure.push(similar.length > 0 ? similar : candidates);
  }
  moveTogether(sure, unsure);
  const twice = sure.filter(({ operation }, index) => sure.findIndex((each) => each.operation === operation) !== index);
  for (const { operation } of twice) unsure.push(sure.filter((each) => each.operation === operation));
  const certain = sure.filter(({ operation }) => !twice.some((each) => each.operation === operation));
  return {
    likely: certain.length > 0 ? pathsClaim(certain, answeredObject(subject)) : undefined,
    readings: (unsure[0] ?? []).slice(0, 5).map((each) => pathsClaim([each])),
  };
}

/** Resolves an ambiguous request: another operation with the same documented path was found at the same new path. */
function moveTogether(sure: Candidate[], unsure: Candidate[][]): void {
  const certain = [...sure];
  for (const [index, candidates] of [...unsure.entries()].reverse()) {
    const isNext = ({ operation, path }: Candidate): boolean =>
      certain.some((each) => each.operation.path === operation.path && each.path === path);
    const [only, other] = candidates.filter(isNext);
    if (!only || other) continue;
    sure.push(only);
    unsure.splice(index, 1);
  }
}

/** Whether the response to a request has the documented shape: the contract lists at least half of its fields. */
function isAlike(operation: CheckedOperation, { isList, fields }: ReadOther, subject: QuestionSubject): boolean {
  const list = listShape(operation, subject.resolve);
  const schema = list?.items ?? operation.success?.bodies[0]?.schema;
  if (!schema || isList !== (list !== undefined)) return false;
  const { properties } = fieldsOf(subject, schema);
  const known = fields.filter((name) => properties.has(name)).length;
  return known > 1 && known * 2 >= fields.length;
}

function pathsClaim(candidates: readonly Candidate[], known: JsonObject = {}): Claim {
  const entries = candidates.map(({ operation, path }) => [operation.id, path]);
  const rests = joinGrounds(candidates.map(({ grounds }) => grounds)).rests('A success at the documented path.');
  return { value: { ...known, ...Object.fromEntries(entries) }, rests };
}

/** A recorded request that belongs to no operation of the contract, and the shape of its response. */
interface ReadOther {
  method: string;
  segments: readonly string[];
  endsWithSlash: boolean;
  /** The path with `{}` in place of identifiers. */
  form: string;
  isList: boolean;
  /** The names of the fields of the resource, or of the first item. */
  fields: readonly string[];
}

const identifier = /^(?:[0-9]+|[0-9a-f]{8}-[0-9a-f-]{27}|(?=.*[0-9])[\w-]{10,})$/i;

/** Maximum size of a response in bytes: no useful list is larger, and to parse one takes long. */
const largest = 1_000_000;

/** Reads a successful request with a response of JSON; undefined for any other. */
function readOther({ request, response }: Exchange): ReadOther | undefined {
  if (!response || response.status < 200 || response.status > 299 || response.bytes.length > largest) return undefined;
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
    form: `/${segments.map((segment) => (identifier.test(segment) ? '{}' : segment)).join('/')}`,
    isList: list !== undefined,
    fields: list?.fields ?? Object.keys(value as object).slice(0, 100),
  };
}

/** Returns the documented path with one other word, as in a request; undefined if it differs in more, or in nothing. */
function otherPath(
  operation: CheckedOperation,
  { method, segments, endsWithSlash }: ReadOther,
  prefixes: readonly string[],
): string | undefined {
  const documented = operation.path.split('/').filter(Boolean);
  const before = segments.slice(0, segments.length - documented.length);
  if (method !== operation.method || segments.length < documented.length || !prefixes.includes(before.join('/')))
    return undefined;
  const own = segments.slice(before.length);
  const isParameter = (segment = ''): boolean => segment.startsWith('{');
  const isAsOwn = (segment: string, index: number): boolean => isParameter(segment) || segment === own[index];
  const [at, other] = documented.flatMap((segment, index) => (isAsOwn(segment, index) ? [] : [index]));
  if (at === undefined || other !== undefined || !/^[a-z][a-z0-9_.-]*$/i.test(own[at] ?? '')) return undefined;
  if (documented.some((segment, index) => isParameter(segment) && !identifier.test(own[index] ?? ''))) return undefined;
  const path = documented.map((segment, index) => (index === at ? own[at] : segment)).join('/');
  return `/${path}${endsWithSlash ? '/' : ''}`;
}
