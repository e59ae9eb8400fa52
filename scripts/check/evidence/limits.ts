import { isObject } from '../../contract/json.js';
import { parsePointer } from '../../contract/pointer.js';
import { grouped } from '../../text/numbers.js';
import { headerOf } from '../model/exchange.js';
import { Tallies, Tally } from './counts.js';
import type { JsonObject, Rule } from './rule.js';
import { count, cut, list, tallied, verb, withoutFalse, word } from './words.js';

const rate: Rule = {
  unknown: 'limits.rate',
  watch() {
    const waits = new Tally();
    const headers = new Map<string, string>();
    let refused = 0;
    return {
      see({ response, status }) {
        let bears = status === 429;
        for (const name in response.headers) {
          if (!name.includes('ratelimit') && !name.includes('rate-limit')) continue;
          bears = true;
          if (headers.size < 20 && !headers.has(name)) headers.set(cut(name), cut(headerOf(response, name) ?? ''));
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
    };
  },
};

function examples(headers: ReadonlyMap<string, string>): string {
  return [...headers].map(([name, value]) => `${word(name)} (such as ${word(value)})`).join(', ');
}

const size: Rule = {
  unknown: 'limits.size',
  watch() {
    let refused = 0;
    let smallest = Infinity;
    let largest = 0;
    return {
      see({ exchange, status, isSuccess }) {
        const { body } = exchange.request;
        if (status !== 413 && (!isSuccess || body === undefined)) return false;
        // Counts a character as one byte, which is close enough for an accepted body.
        const bytes = body === undefined ? 0 : body.length;
        if (status === 413) {
          refused += 1;
          smallest = Math.min(smallest, bytes);
        } else {
          largest = Math.max(largest, bytes);
        }
        return status === 413;
      },
      sentences: () =>
        withoutFalse(
          refused > 0 &&
            `${count(refused, 'request')} ${verb(refused, 'was', 'were')} refused with 413, ` +
              `the smallest of them with a body of ${count(smallest, 'byte')}.`,
          refused > 0 && largest > 0 && `The largest accepted body has ${count(largest, 'byte')}.`,
        ),
    };
  },
};

const lengths: Rule = {
  unknown: 'limits.field-lengths',
  watch() {
    const accepted = new Map<string, number>();
    const refused = new Tallies();
    return {
      see(sight) {
        const { case: sent, operation, isSuccess, refusesContent, status } = sight;
        if (sent.kind !== 'long' || !(isSuccess || refusesContent)) return false;
        const field = sent.pointer ?? '';
        const name = `${operation.id}${field}`;
        if (isSuccess) {
          const length = Math.max(accepted.get(name) ?? 0, lengthAt(sight.sent, field));
          if (accepted.size < 500 || accepted.has(name)) accepted.set(name, length);
        } else {
          refused.of(`Refused with ${status}`).add(name);
        }
        return true;
      },
      sentences() {
        const known = [...accepted.values()].filter((length) => length > 0);
        const upTo = known.length > 0 ? ` of ${grouped(Math.min(...known))} characters or more` : '';
        return withoutFalse(
          accepted.size > 0 &&
            `Long texts${upTo} were accepted in ${count(accepted.size, 'field')}: ` +
              `${list([...accepted.keys()].sort())}.`,
          ...refused.entries().map(([outcome, names]) => `${outcome}: ${list(names.words())}.`),
        );
      },
    };
  },
};

/** Returns the length of the text at a JSON pointer in a body, or of the longest text if there is no text there. */
function lengthAt(body: JsonObject | undefined, pointer: string): number {
  let at: unknown = body;
  for (const key of parsePointer(pointer)) at = isObject(at) || Array.isArray(at) ? (at as JsonObject)[key] : undefined;
  const texts = typeof at === 'string' ? [at] : Object.values(body ?? {}).filter((value) => typeof value === 'string');
  return Math.max(0, ...texts.map((text) => text.length));
}

export const limitRules: readonly Rule[] = [rate, size, lengths];
