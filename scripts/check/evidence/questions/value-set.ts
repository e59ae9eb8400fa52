import { matches } from '../../values/fits.js';
import { type Claims, type Grounds, GroundsBy, longerAnswer } from '../proposals.js';
import type { Sentences, Subject, Watch } from '../rule.js';
import { isDatum } from '../values-seen.js';
import { count, list, resourceName, Tally } from '../words.js';
import { seenOf } from './field-presence.js';

/** So many different texts are no set of values. */
const most = 50;
const longest = 60;

/** Which values a field has in responses, and which values the server accepts or refuses in updates. */
export function valueSet(subject: Subject): Watch {
  const accepted = new Tally();
  const refused = new Tally();
  const recorded = new GroundsBy<string>();
  const schemas = subject.marked.properties.map(({ schema }) => schema);
  return {
    see(sight) {
      const place = subject.marked.properties.find(({ schema }) => schema === sight.asked);
      const value = place && sight.sent?.[place.property];
      if (typeof value !== 'string') return false;
      // A refusal of more is perhaps about another field.
      const isAlone = Object.keys(sight.sent ?? {}).length === 1 || sight.case.pointer === `/${place?.property}`;
      if (sight.isSuccess) accepted.add(value);
      else if (sight.refusesContent && isAlone) refused.add(value);
      else return false;
      // What the check makes up is no known value, even where a service accepts anything.
      if (sight.isSuccess && sight.case.kind === 'recorded' && recorded.size <= most)
        recorded.of(value).see(sight, '', value);
      return true;
    },
    answers: () => accepted.total + refused.total + subject.resources.responsesWith(schemas),
    sentences: () => [
      ...valueSentences(subject),
      accepted.total > 0 && `Accepted in updates: ${list(accepted.words(), 10)}.`,
      refused.total > 0 && `Refused in updates: ${list(refused.words(), 10)}.`,
    ],
    claims: () => claims(subject, recorded),
  };
}

/** The values of each marked field in responses, in a sentence. */
function valueSentences(subject: Subject): Sentences {
  return subject.marked.properties.flatMap(({ schema, property }) =>
    seenOf(subject, [schema]).flatMap(({ count: objects, properties }) => {
      const { values = [] } = properties.find(({ name }) => name === property) ?? {};
      const read = `${count(objects, resourceName(schema))} read`;
      return values.length > 0 ? [`Values of ${list([property])} in ${read}: ${list(values)}.`] : [];
    }),
  );
}

/** Values that were seen never close the set. One that somebody has closed stays closed: another value is a finding. */
function claims(subject: Subject, recorded: ReadonlyMap<string, Grounds>): Claims {
  const { marked, resources, answered, schemas } = subject;
  if (answered?.closed) return {};
  const fields = marked.properties.flatMap(({ schema, property }) => schemas[schema]?.properties?.[property] ?? []);
  const documented = new Set(fields.flatMap((field) => field['x-known-values'] ?? []));
  const seen = new Map(recorded);
  for (const { schema, property } of marked.properties)
    for (const [text, basis] of resources.of(schema)?.fields.get(property)?.texts ?? []) seen.set(text, basis);
  if (seen.size > most) return {};
  const isValue = (text: string): boolean =>
    text.length <= longest &&
    text !== '' &&
    text.trim() === text &&
    !isDatum(text) &&
    fields.every(({ pattern }) => pattern === undefined || matches(pattern, text) === true);
  const further = [...seen.keys()].filter((text) => !documented.has(text) && isValue(text)).sort();
  const bases = further.flatMap((text) => seen.get(text) ?? []);
  return { shown: longerAnswer(subject, further, bases, 'Nothing: that the value exists was seen.') };
}
