import type { Json } from '../../../contract/json.js';
import { type Query, queryIn } from '../../../contract/paging/follow.js';
import { answeredObject, type Claims, Grounds, joined } from '../proposals.js';
import type { Sight, Subject, Watch } from '../rule.js';
import { cut, digestOf, Tallies, tallied } from '../words.js';

/** The most requests of one operation that are compared. */
const most = 40;

/** Names that ask for a page, and belong to the question about lists. */
const aboutPages = [
  /^\$?(page|p|offset|limit|cursor|after|before|skip|top|start|count|take|size|per_?page|from|next)(\[\w+\])?$/i,
  /page_?(size|number|token)|(cursor|token)$/i,
];

/** A request, and what came back. */
interface Asked {
  path: string;
  query: Query;
  /** Tells other resources, or other fields, from these. The rest of a body may repeat the query. */
  digest: string;
  /** How many writes had come before. */
  writes: number;
}

/** Query parameters that the contract does not list. */
export function operationsParameters(subject: Subject): Watch {
  const names = new Tallies();
  const requests = new Map<string, Asked[]>();
  let writes = 0;
  return {
    see(sight) {
      const { operation, exchange, isSuccess, case: testCase } = sight;
      if (!isSuccess) return false;
      if (operation.method !== 'get') writes += 1;
      else if (testCase.kind === 'recorded') keep(requests, sight, writes);
      const query = exchange.request.path.indexOf('?');
      if (query < 0) return false;
      const declared = new Set(operation.parameters.filter((each) => each.in === 'query').map(({ name }) => name));
      const sent = [...new URLSearchParams(exchange.request.path.slice(query)).keys()].slice(0, 50);
      const others = sent.filter((name) => !declared.has(name));
      for (const name of others) names.of(operation.id).add(name);
      return others.length > 0;
    },
    sentences: () =>
      names.sorted().map(([id, tally]) => {
        return `${id} succeeded with query parameters that the contract does not list: ${tallied(tally.entries())}.`;
      }),
    claims: () => claims(requests, subject, (id) => names.of(id).words()),
  };
}

function keep(requests: Map<string, Asked[]>, { operation, exchange, resources }: Sight, writes: number): void {
  const own = requests.get(operation.id) ?? [];
  requests.set(operation.id, own);
  if (own.length >= most) return;
  const [path = '', query = ''] = exchange.request.path.split('?');
  if (query.length > 1000) return;
  const shown = resources.map((each) => [each['id'], Object.keys(each)]);
  own.push({ path, query: queryIn(query), digest: digestOf(JSON.stringify(shown)), writes });
}

function claims(
  requests: ReadonlyMap<string, readonly Asked[]>,
  subject: Subject,
  undeclared: (id: string) => string[],
): Claims {
  const value = { ...(answeredObject(subject) as Record<string, Json[]>) };
  const grounds: Grounds[] = [];
  for (const [id, asked] of requests) {
    const changing = undeclared(id).filter(
      (name) => !aboutPages.some((each) => each.test(name)) && changesResponse(asked, name),
    );
    if (changing.length === 0 || !subject.marked.operations.has(id)) continue;
    value[id] = [
      ...(value[id] ?? []),
      ...changing.map((name) => ({ name, in: 'query', schema: schemaOf(asked, name) })),
    ];
    const own = new Grounds();
    own.add(id, '', changing.join(', '), asked.length);
    grounds.push(own);
  }
  if (grounds.length === 0) return {};
  const rests = joined(grounds).rests('The same resources with another value of the parameter, or without it.');
  return { shown: { value, rests } };
}

/**
 * Whether a response changes with a parameter: two requests that differ in it alone, with no write between them,
 * returned different resources, and none that was repeated did.
 */
function changesResponse(asked: readonly Asked[], name: string): boolean {
  const without = ({ path, query }: Asked): string => {
    const { [cut(name)]: _, ...others } = query;
    return path + JSON.stringify(others);
  };
  let isChanging = false;
  for (const [index, one] of asked.entries()) {
    for (const other of asked.slice(index + 1)) {
      if (without(one) !== without(other) || one.writes !== other.writes) continue;
      const isSameRequest = String(one.query[name]) === String(other.query[name]);
      if (isSameRequest && one.digest !== other.digest) return false;
      if (!isSameRequest && one.digest !== other.digest) isChanging = true;
    }
  }
  return isChanging;
}

/** Several different integers are integers; any other value is a text. */
function schemaOf(asked: readonly Asked[], name: string): Json {
  const values = [...new Set(asked.flatMap(({ query }) => query[name] ?? []))];
  const areNumbers = values.length > 1 && values.every((value) => /^-?(0|[1-9][0-9]{0,14})$/.test(value));
  return { type: areNumbers ? 'integer' : 'string' };
}
