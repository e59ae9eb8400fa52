import { Tally } from './counts.js';
import { seenOf } from './fields.js';
import type { Rule, Sight, Subject, Watch } from './rule.js';
import { count, list, resourceName, said, tallied, verb } from './words.js';

/** Which values a field has in answers, and which ones updates of it are accepted and refused with. */
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
          said(
            ...inResponses(subject).map(({ told }) => told),
            accepted.total > 0 && `Updates were accepted with ${list(accepted.words(), 10)}.`,
            refused.total > 0 && `Updates were refused with ${list(refused.words(), 10)}.`,
          ),
      };
    },
  };
}

function inResponses(subject: Subject): { told: string; answers: number }[] {
  return subject.marked.properties.flatMap(({ schema, property }) =>
    seenOf(subject, [schema]).flatMap(({ count: objects, answers, properties }) => {
      const found = properties.find(({ name }) => name === property);
      return found && found.values.length > 0
        ? [
            {
              told: `Values of ${list([property])} in ${count(objects, resourceName(schema))} read: ${list(found.values)}.`,
              answers,
            },
          ]
        : [];
    }),
  );
}

/** Tells of each text that a request sends for a marked field, and whether the request is about this field alone. */
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
        return said(
          colours.length > 0 &&
            `The ${count(colours.length, 'colour')} in answers ${verb(colours.length, 'has', 'have')} these ` +
              'numbers of digits: ' +
              `${tallied(lengths.entries())}.`,
          colours.some((colour) => colour.startsWith('#')) && 'Some begin with #.',
          others.length > 0 && `No hexadecimal digits: ${list(others, 10)}.`,
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
