import { headerOf } from '../../model/exchange.js';
import type { Proposal } from '../../model/proposal.js';
import { Tally } from '../counts.js';
import { Grounds } from '../grounds.js';
import type { Rule, Subject } from '../rule.js';
import { count, cut, tallied, verb, withoutFalse, word } from '../words.js';

const question = 'limits.rate';

/** How many requests may be sent in a period. */
export const limitsRate: Rule = {
  unknown: question,
  watch(subject) {
    const waits = new Tally();
    /** Values of headers about limits by name, at most three of each. */
    const headers = new Map<string, string[]>();
    const grounds = new Grounds();
    let refused = 0;
    return {
      see({ response, status, operation }) {
        let bears = status === 429;
        for (const name in response.headers) {
          if (!name.includes('ratelimit') && !name.includes('rate-limit')) continue;
          bears = true;
          const value = cut(headerOf(response, name) ?? '');
          const values = headers.get(name) ?? [];
          if (headers.size < 20 || headers.has(name)) headers.set(cut(name), values);
          if (values.length < 3 && !values.includes(value)) values.push(value);
          if (isLimit(name)) grounds.add(operation.id, '', `${name}: ${value}`);
        }
        if (status === 429) {
          refused += 1;
          waits.add(headerOf(response, 'retry-after') ?? 'none');
        }
        return bears;
      },
      sentences: () =>
        withoutFalse(
          refused > 0 &&
            `${count(refused, 'response')} ${verb(refused, 'was', 'were')} 429, with Retry-After ` +
              `${tallied(waits.entries(), 10)}.`,
          headers.size > 0 && `Responses have the headers ${examples(headers)}.`,
        ),
      proposals: () => proposals(headers, grounds, subject),
    };
  },
};

function examples(headers: ReadonlyMap<string, readonly string[]>): string {
  return [...headers].map(([name, [value = '']]) => `${word(name)} (such as ${word(value)})`).join(', ');
}

function isLimit(name: string): boolean {
  return /(^|-)(limit|max|policy)$|^rate-?limit$/.test(name);
}

interface Limit {
  requests: number | undefined;
  seconds: number | undefined;
}

/** Headers name several limits, or none at all, in many services; only one limit with its period is an answer. */
function proposals(
  headers: ReadonlyMap<string, readonly string[]>,
  grounds: Grounds,
  { answered }: Subject,
): Proposal[] {
  const limits = [...headers].map(([name, values]) => values.map((value) => limitIn(name, value)));
  const requests = new Set(limits.flat().flatMap((limit) => limit.requests ?? []));
  const seconds = new Set(limits.flat().flatMap((limit) => limit.seconds ?? []));
  const readings = [...requests].flatMap((most) => [...seconds].map((period) => ({ requests: most, seconds: period })));
  const [only, ...others] = readings.filter(({ requests: most, seconds: period }) => most >= 1 && period >= 1);
  if (!only) return [];
  const known = answered?.value as { requests: number; seconds: number; headers?: string[] } | undefined;
  const names = [...headers.keys()].filter((name) => /^[a-z][a-z0-9-]*$/.test(name)).map(spelled);
  const isKnown = (name: string): boolean =>
    known?.headers?.some((each) => each.toLowerCase() === name.toLowerCase()) === true;
  const all = [...(known?.headers ?? []), ...names.filter((name) => !isKnown(name)).sort()];
  const rests = grounds.rests('Headers with another limit.');
  const answers = [only, ...others].map((limit) => ({ answer: { value: { ...limit, headers: all } }, rests }));
  if (limits.some((each) => isVaried(each))) return [{ question, certainty: 'conflicting', readings: answers }];
  const isSaid = known?.requests === only.requests && known.seconds === only.seconds && names.every(isKnown);
  const [first] = answers;
  return others.length > 0 || isSaid || !first ? [] : [{ question, certainty: 'shown', ...first }];
}

/** Whether one header has named several limits. */
function isVaried([first, ...others]: readonly Limit[]): boolean {
  return others.some((each) => each.requests !== first?.requests || each.seconds !== first?.seconds);
}

/** What a header says: `RateLimit-Policy: 100;w=60`, `RateLimit-Limit: 100`, `X-RateLimit-Interval-Milliseconds`. */
function limitIn(name: string, value: string): Limit {
  const none = { requests: undefined, seconds: undefined };
  const [, quota] = /^(?:"[^"]*";q=)?\s*([0-9]{1,9})\b/.exec(value) ?? [];
  const [, window] = /;\s*w=([0-9]{1,9})\b/.exec(value) ?? [];
  if (/(interval|window)-(milliseconds|ms)$/.test(name) && quota !== undefined)
    return { ...none, seconds: Number(quota) / 1000 };
  if (/(interval|window|period)(-seconds)?$/.test(name) && quota !== undefined)
    return { ...none, seconds: Number(quota) };
  if (!isLimit(name) || value.includes(',')) return none;
  return {
    requests: quota === undefined ? undefined : Number(quota),
    seconds: window === undefined ? undefined : Number(window),
  };
}

/** A name in the usual spelling: `X-RateLimit-Remaining`. */
function spelled(name: string): string {
  const parts = name.split('-').map((part) => part.charAt(0).toUpperCase() + part.slice(1));
  return parts.map((part) => (part === 'Ratelimit' ? 'RateLimit' : part)).join('-');
}
