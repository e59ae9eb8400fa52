import { Tally } from './counts.js';
import { seenOf } from './fields.js';
import type { Rule, Sight, Subject, Watch } from './rule.js';
import { count, list, resourceName, tallied, withoutFalse } from './words.js';

/** Which values a field has in responses, and which values the server accepts or refuses in updates. */
function valuesOf(unknown: string): Rule {
  return {
    unknown,
    watch(subject) {
      const accepted = new Tally();
      const refused = new Tally();
      const watch = watchUpdates(subject, (value, sight, isAlone) => {
        if (sight.isSuccess) accepted.add(value);
        else if (sight.refusesContent && isAlone) refused.add(value);
        else return false;
        return true;
      });
      return {
        see: watch,
        answers: () =>
          accepted.total + refused.total + inResponses(subject).reduce((total, { answers }) => total + answers, 0),
        sentences: () =>
          withoutFalse(
            ...inResponses(subject).map(({ sentence }) => sentence),
            accepted.total > 0 && `Accepted in updates: ${list(accepted.words(), 10)}.`,
            refused.total > 0 && `Refused in updates: ${list(refused.words(), 10)}.`,
          ),
      };
    },
  };
}

function inResponses(subject: Subject): { sentence: string; answers: number }[] {
  return subject.marked.properties.flatMap(({ schema, property }) =>
    seenOf(subject, [schema]).flatMap(({ count: objects, answers, properties }) => {
      const found = properties.find(({ name }) => name === property);
      return found && found.values.length > 0
        ? [
            {
              sentence:
                `Values of ${list([property])} in ${count(objects, resourceName(schema))} read: ` +
                `${list(found.values)}.`,
              answers,
            },
          ]
        : [];
    }),
  );
}

/** Calls `take` for each text sent for a marked field; `isAlone`: the request is about this field only. */
function watchUpdates(
  { marked }: Subject,
  take: (value: string, sight: Sight, isAlone: boolean) => boolean,
): NonNullable<Watch['see']> {
  return (sight) => {
    const place =
      sight.asked === undefined ? undefined : marked.properties.find(({ schema }) => schema === sight.asked);
    const sent = place && sight.sent;
    const value = place && sent?.[place.property];
    if (!sent || !place || typeof value !== 'string') return false;
    return take(value, sight, Object.keys(sent).length === 1 || sight.case.pointer === `/${place.property}`);
  };
}

const digits: Rule = {
  unknown: 'colour.digits',
  watch(subject) {
    const values = (): string[] => [
      ...new Set(
        subject.marked.properties.flatMap(({ schema, property }) =>
          seenOf(subject, [schema]).flatMap(
            ({ properties }) => properties.find(({ name }) => name === property)?.values ?? [],
          ),
        ),
      ),
    ];
    return {
      answers: () => inResponses(subject).reduce((total, { answers }) => total + answers, 0),
      sentences() {
        const all = values();
        const colours = all.filter((value) => /^#?[0-9a-f]+$/i.test(value));
        const lengths = new Tally();
        for (const colour of colours) lengths.add(colour.replace('#', '').length);
        const others = all.filter((value) => !colours.includes(value));
        return withoutFalse(
          colours.length > 0 &&
            `Number of digits of ${count(colours.length, 'colour')} in responses: ${tallied(lengths.entries())}.`,
          colours.some((colour) => colour.startsWith('#')) && 'Some begin with #.',
          others.length > 0 && `Not hexadecimal: ${list(others, 10)}.`,
        );
      },
    };
  },
};

export const valueRules: readonly Rule[] = [
  ...['partner-entry.status-values', 'partner-entry.type-values', 'media.type-values', 'filter.type-values'].map(
    valuesOf,
  ),
  digits,
];
