import type { Json } from '../../../contract/json.js';
import { parseQuery, type QueryParameters } from '../../../contract/paging/follow.js';
import { answeredObject, ClaimGrounds, type Claims, joinGrounds } from '../proposals.js';
import type { QuestionSubject, QuestionWatch, ResponseView } from '../rule.js';
import { digestOf, shorten, tallyText, WordTallies } from '../words.js';

/** Maximum number of requests to compare of one operation. */
const maxRequests = 40;

/** Names of parameters that ask for a page; the question about lists covers them. */
const aboutPages = [
  /^\$?(page|p|offset|limit|cursor|after|before|skip|top|start|count|take|size|per_?page|from|next)(\[\w+\])?$/i,
  /page_?(size|number|token)|(cursor|token)$/i,
];

interface ListRequest {
  path: string;
  query: QueryParameters;
  /** Digest of the ids and the names of fields in the response. The rest of a body may repeat the query. */
  digest: string;
  /** Number of writes before it. */
  writes: number;
}

/** Collects evidence about query parameters that the contract does not list. */
export function operationsParameters(subject: QuestionSubject): QuestionWatch {
  const names = new WordTallies();
  const requests = new Map<string, ListRequest[]>();
  let writes = 0;
  return {
    see(view) {
      const { operation, exchange, isSuccess, case: testCase } = view;
      if (!isSuccess) return false;
      if (operation.method !== 'get') writes += 1;
      else if (testCase.kind === 'recorded') keep(requests, view, writes);
      const query = exchange.request.path.indexOf('?');
      if (query < 0) return false;
      const declared = new Set(operation.parameters.filter((each) => each.in === 'query').map(({ name }) => name));
      const queryNames = [...new URLSearchParams(exchange.request.path.slice(query)).keys()].slice(0, 50);
      const undeclared = queryNames.filter((name) => !declared.has(name));
      for (const name of undeclared) names.of(operation.id).add(name);
      return undeclared.length > 0;
    },
    sentences: () =>
      names.sorted().map(([id, tally]) => {
        return `${id} succeeded with query parameters that the contract does not list: ${tallyText(tally.entries())}.`;
      }),
    claims: () => claims(requests, subject, (id) => names.of(id).words()),
  };
}

function keep(
  requests: Map<string, ListRequest[]>,
  { operation, exchange, resources }: ResponseView,
  writes: number,
): void {
  const earlier = requests.get(operation.id) ?? [];
  requests.set(operation.id, earlier);
  if (earlier.length >= maxRequests) return;
  const [path = '', query = ''] = exchange.request.path.split('?');
  if (query.length > 1000) return;
  const resourceKeys = resources.map((each) => [each['id'], Object.keys(each)]);
  earlier.push({ path, query: parseQuery(query), digest: digestOf(JSON.stringify(resourceKeys)), writes });
}

function claims(
  requests: ReadonlyMap<string, readonly ListRequest[]>,
  subject: QuestionSubject,
  undeclared: (id: string) => string[],
): Claims {
  const value = { ...(answeredObject(subject) as Record<string, Json[]>) };
  const grounds: ClaimGrounds[] = [];
  for (const [id, ownRequests] of requests) {
    const changing = undeclared(id).filter(
      (name) => !aboutPages.some((each) => each.test(name)) && changesResponse(ownRequests, name),
    );
    if (changing.length === 0 || !subject.marks.operations.has(id)) continue;
    value[id] = [
      ...(value[id] ?? []),
      ...changing.map((name) => ({ name, in: 'query', schema: schemaOf(ownRequests, name) })),
    ];
    const ownGrounds = new ClaimGrounds();
    ownGrounds.add(id, '', changing.join(', '), ownRequests.length);
    grounds.push(ownGrounds);
  }
  if (grounds.length === 0) return {};
  const rests = joinGrounds(grounds).rests('The same resources with another value of the parameter, or without it.');
  return { shown: { value, rests } };
}

/** Whether requests that differ only in it, with no write between, get other resources, and repeated ones do not. */
function changesResponse(requests: readonly ListRequest[], name: string): boolean {
  const without = ({ path, query }: ListRequest): string => {
    const { [shorten(name)]: _, ...others } = query;
    return path + JSON.stringify(others);
  };
  let isChanging = false;
  for (const [index, one] of requests.entries()) {
    for (const other of requests.slice(index + 1)) {
      if (without(one) !== without(other) || one.writes !== other.writes) continue;
      const isSameRequest = String(one.query[name]) === String(other.query[name]);
      if (isSameRequest && one.digest !== other.digest) return false;
      if (!isSameRequest && one.digest !== other.digest) isChanging = true;
    }
  }
  return isChanging;
}

/** Returns the schema of a parameter: an integer if it had several values, all of them integers; else a text. */
function schemaOf(requests: readonly ListRequest[], name: string): Json {
  const values = [...new Set(requests.flatMap(({ query }) => query[name] ?? []))];
  const areNumbers = values.length > 1 && values.every((value) => /^-?(0|[1-9][0-9]{0,14})$/.test(value));
  return { type: areNumbers ? 'integer' : 'string' };
}
