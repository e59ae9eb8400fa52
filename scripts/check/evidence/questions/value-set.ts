import { matchesPattern } from '../../values/fits.js';
import { type ClaimGrounds, type Claims, extendAnswer, GroundsMap } from '../proposals.js';
import type { QuestionSubject, QuestionWatch, Sentences } from '../rule.js';
import { isLikelyData } from '../value-stats.js';
import { countText, listText, resourceName, WordTally } from '../words.js';
import { presencesOf } from './field-presence.js';

/** Maximum number of strings, and maximum length of each: more or longer strings are probably not a set of values. */
const maxValues = 50;
const maxLength = 60;

export function valueSet(subject: QuestionSubject): QuestionWatch {
  const acceptances = new WordTally();
  const refusals = new WordTally();
  const recordedGrounds = new GroundsMap<string>();
  const schemas = subject.marks.properties.map(({ schema }) => schema);
  return {
    see(view) {
      const place = subject.marks.properties.find(({ schema }) => schema === view.requestSchema);
      const value = place && view.requestBody?.[place.property];
      if (typeof value !== 'string') return false;
      // If other fields were sent as well, the refusal may be about them.
      const isAlone = Object.keys(view.requestBody ?? {}).length === 1 || view.case.pointer === `/${place?.property}`;
      if (view.isSuccess) acceptances.add(value);
      else if (view.refusesContent && isAlone) refusals.add(value);
      else return false;
      // A value that the check made up is not a known value, even if the service accepts it.
      if (view.isSuccess && view.case.kind === 'recorded' && recordedGrounds.size <= maxValues)
        recordedGrounds.of(value).see(view, '', value);
      return true;
    },
    answers: () => acceptances.total + refusals.total + subject.resources.countResponses(schemas),
    sentences: () => [
      ...valueSentences(subject),
      acceptances.total > 0 && `Accepted in updates: ${listText(acceptances.words(), 10)}.`,
      refusals.total > 0 && `Refused in updates: ${listText(refusals.words(), 10)}.`,
    ],
    claims: () => findClaims(subject, recordedGrounds),
  };
}

function valueSentences(subject: QuestionSubject): Sentences {
  return subject.marks.properties.flatMap(({ schema, property }) =>
    presencesOf(subject, [schema]).flatMap(({ count: objectCount, properties }) => {
      const { values = [] } = properties.find(({ name }) => name === property) ?? {};
      const objectsText = countText(objectCount, resourceName(schema));
      return values.length > 0 ? [`Values of ${listText([property])} in ${objectsText}: ${listText(values)}.`] : [];
    }),
  );
}

/** Observed values never close the set. If somebody has closed it, it stays closed: another value is a finding. */
function findClaims(subject: QuestionSubject, recordedGrounds: ReadonlyMap<string, ClaimGrounds>): Claims {
  const { marks, resources, answered, schemas } = subject;
  if (answered?.closed) return {};
  const fields = marks.properties.flatMap(({ schema, property }) => schemas[schema]?.properties?.[property] ?? []);
  const documentedValues = new Set(fields.flatMap((field) => field['x-known-values'] ?? []));
  const values = new Map(recordedGrounds);
  for (const { schema, property } of marks.properties)
    for (const [text, basis] of resources.of(schema)?.fields.get(property)?.texts ?? []) values.set(text, basis);
  if (values.size > maxValues) return {};
  const isAllowed = (text: string): boolean =>
    fields.every(({ pattern }) => pattern === undefined || matchesPattern(pattern, text) === true);
  const isValue = (text: string): boolean =>
    text.length <= maxLength && text !== '' && text.trim() === text && !isLikelyData(text) && isAllowed(text);
  const furtherTexts = [...values.keys()].filter((text) => !documentedValues.has(text) && isValue(text)).sort();
  const bases = furtherTexts.flatMap((text) => values.get(text) ?? []);
  return { shown: extendAnswer(subject, furtherTexts, bases, 'Nothing, since responses contain these values.') };
}
