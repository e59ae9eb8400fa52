import { parametersIn } from '../../../contract/path-template.js';
import { schemaResolver } from '../../../contract/references.js';
import type { Schema } from '../../../contract/schema.js';
import { fieldsOf } from '../../../contract/schema-fields.js';
import { grouped } from '../../../text/numbers.js';
import { type CheckedOperation, readOperations } from '../../model/contract/operations.js';
import { listShape } from '../../model/contract/resources.js';
import type { Proposal } from '../../model/proposal.js';
import { Grounds, joined } from '../grounds.js';
import { otherPath, type ReadOther, readOther } from '../other-requests.js';
import type { Rule, Sight, Subject } from '../rule.js';
import { count, list, withoutFalse } from '../words.js';

const question = 'operations.paths';

/** The most different requests that belong to no operation. */
const most = 100;

interface Paths {
  /** Operations that exist at their paths, and those that only ever returned 404 or 405 there. */
  found: Set<string>;
  missing: Set<string>;
  /** What stands before the paths of the contract in recorded requests. */
  prefixes: Set<string>;
  /** Requests that no operation has, by method and form. */
  others: Map<string, { request: ReadOther; count: number }>;
}

/** Whether a status shows that the server knows the path. */
const showsPath = (status: number): boolean =>
  (status >= 200 && status < 300) || [400, 409, 412, 415, 422].includes(status);

/** The paths of operations. */
export const operationsPaths: Rule = {
  unknown: question,
  watch(subject) {
    const paths: Paths = { found: new Set(), missing: new Set(), prefixes: new Set(), others: new Map() };
    return {
      see: (sight) => see(paths, sight, subject),
      seeOther(request) {
        const read = readOther(request);
        if (!read) return;
        const asked = `${read.method} ${read.form}`;
        const known = paths.others.get(asked);
        if (known) known.count += 1;
        else if (paths.others.size < most) paths.others.set(asked, { request: read, count: 1 });
      },
      sentences: () => sentences(paths, subject),
      proposals: () => proposals(paths, subject),
    };
  },
};

function see({ found, missing, prefixes }: Paths, sight: Sight, { marked }: Subject): boolean {
  const { operation, status, exists, case: testCase, exchange } = sight;
  if (testCase.kind === 'recorded') {
    const [path = ''] = exchange.request.path.split('?', 1);
    const length = operation.path.split('/').filter(Boolean).length;
    const segments = path.split('/').filter(Boolean);
    prefixes.add(segments.slice(0, segments.length - length).join('/'));
  }
  if (!marked.operations.has(operation.id)) return false;
  if (showsPath(status)) found.add(operation.id);
  else if (exists && (status === 404 || status === 405)) missing.add(operation.id);
  else return false;
  return true;
}

function sentences({ found, missing }: Paths, { marked }: Subject): string[] {
  const lost = [...missing].filter((id) => !found.has(id)).sort();
  return withoutFalse(
    found.size > 0 &&
      `${grouped(found.size)} of ${count(marked.operations.size, 'operation')} exist at their paths: ` +
        'they returned 2xx, 400, 409, 412, 415 or 422.',
    lost.length > 0 && `Only 404 or 405, although the ids belong to existing resources: ${list(lost)}.`,
  );
}

interface Candidate {
  operation: CheckedOperation;
  path: string;
  grounds: Grounds;
}

/**
 * A request that no operation has, offered as the path of one that it resembles: of the same method, with one other
 * word in its path, and with a response of the same shape. What resembles several operations has several readings.
 * Nothing of it is shown: a service may have more than the contract knows.
 */
function proposals(paths: Paths, { document, marked, answered }: Subject): Proposal[] {
  if (paths.others.size === 0) return [];
  const resolve = schemaResolver(document);
  const prefixes = paths.prefixes.size > 0 ? [...paths.prefixes] : [''];
  const open = readOperations(document).filter(({ id }) => marked.operations.has(id) && !paths.found.has(id));
  const sure: Candidate[] = [];
  const unsure: Candidate[][] = [];
  for (const { request, count: times } of paths.others.values()) {
    const candidates = open.flatMap((operation): Candidate[] => {
      const path = otherPath(operation, request, prefixes);
      if (path === undefined || parametersIn(path).length !== operation.pathParameters.length) return [];
      const grounds = new Grounds();
      grounds.add(operation.id, '', `${request.method} ${request.form}`, times);
      return [{ operation, path, grounds }];
    });
    const alike = candidates.filter(({ operation }) => isAlike(operation, request, resolve));
    if (alike.length === 1) sure.push(alike[0] as Candidate);
    else if (candidates.length > 0) unsure.push(alike.length > 0 ? alike : candidates);
  }
  moveTogether(sure, unsure);
  const twice = sure.filter(({ operation }, index) => sure.findIndex((each) => each.operation === operation) !== index);
  for (const { operation } of twice) unsure.push(sure.filter((each) => each.operation === operation));
  const certain = sure.filter(({ operation }) => !twice.some((each) => each.operation === operation));
  const [first] = unsure;
  return [
    ...(certain.length > 0 ? [{ question, certainty: 'likely' as const, ...together(certain, answered?.value) }] : []),
    ...(first
      ? [
          {
            question,
            certainty: 'conflicting' as const,
            readings: first.slice(0, 5).map((each) => together([each], undefined)),
          },
        ]
      : []),
  ];
}

/** What resembles several operations belongs to the one whose neighbour at the same path is found at this path. */
function moveTogether(sure: Candidate[], unsure: Candidate[][]): void {
  const found = [...sure];
  for (const [index, candidates] of [...unsure.entries()].reverse()) {
    const isNext = ({ operation, path }: Candidate): boolean =>
      found.some((each) => each.operation.path === operation.path && each.path === path);
    const [only, other] = candidates.filter(isNext);
    if (!only || other) continue;
    sure.push(only);
    unsure.splice(index, 1);
  }
}

/** Whether the response of a request has the shape that the contract says: most of its fields are documented. */
function isAlike(operation: CheckedOperation, { isList, fields }: ReadOther, resolve: Resolve): boolean {
  const list = listShape(operation, resolve);
  const schema = list?.items ?? operation.success?.bodies[0]?.schema;
  if (!schema || isList !== (list !== undefined)) return false;
  const { properties } = fieldsOf({ resolve }, schema);
  const known = fields.filter((name) => properties.has(name)).length;
  return known > 1 && known * 2 >= fields.length;
}

type Resolve = (schema: Schema) => Schema;

function together(candidates: readonly Candidate[], known: unknown) {
  const value = { ...(known as Record<string, string> | undefined) };
  for (const { operation, path } of candidates) value[operation.id] = path;
  const rests = joined(candidates.map(({ grounds }) => grounds)).rests('A success at the documented path.');
  return { answer: { value }, rests };
}
