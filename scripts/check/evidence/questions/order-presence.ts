import type { Proposal } from '../../model/proposal.js';
import { supportOf } from '../basis.js';
import { Breadth } from '../breadth.js';
import { schemasOf } from '../marked.js';
import { proposalsOf } from '../proposals.js';
import type { SchemaSeen } from '../resources-seen.js';
import type { Rule, Subject } from '../rule.js';
import { count, list, resourceName, withoutFalse } from '../words.js';

const question = 'order.presence';

/** Whether every item of a list in an entry has an `order`. */
export const orderPresence: Rule = {
  unknown: question,
  watch: (subject) => ({
    answers: () => Math.max(0, ...seenIn(subject).map(({ basis }) => basis.responses)),
    sentences: () => {
      const seen = seenIn(subject).filter((each) => each.count > 0);
      const without = seen.filter((each) => !hasAlways(subject, each)).map(({ name }) => resourceName(name));
      const all = seen.reduce((total, each) => total + each.count, 0);
      return withoutFalse(
        without.length > 0 && `Some have no order: ${list(without)}.`,
        all > 0 && without.length === 0 && `An order is in each of ${count(all, 'item')}.`,
      );
    },
    proposals: () => proposals(subject),
  }),
};

function seenIn({ marked, resources }: Subject): SchemaSeen[] {
  return marked.properties.flatMap(({ schema }) => resources.of(schema) ?? []);
}

function hasAlways({ marked }: Subject, { name, fields, count: objects }: SchemaSeen): boolean {
  const property = marked.properties.find(({ schema }) => schema === name)?.property ?? '';
  return fields.get(property)?.present === objects;
}

/** Each kind of item must have been seen, and enough of all together. */
function proposals(subject: Subject): Proposal[] {
  const { marked, resources, document, answered } = subject;
  const seen = seenIn(subject).filter((each) => each.count > 0);
  const without = seen.find((each) => !hasAlways(subject, each));
  if (without && answered?.value === true) {
    const rests = supportOf([without.basis], 'Nothing: that an item has no order was seen.');
    return proposalsOf(question, subject, { shown: { value: false, rests } });
  }
  const schemas = schemasOf(document);
  const isKnown = marked.properties.every(({ schema, property }) => schemas[schema]?.required?.includes(property));
  if (isKnown || without || seen.length < marked.properties.length) return [];
  const breadth = new Breadth();
  for (const each of seen) breadth.join(each.breadth);
  if (!resources.isEnough(breadth)) return [];
  const rests = supportOf(
    seen.flatMap(({ name, fields }) =>
      marked.properties.flatMap(({ schema, property }) => (schema === name ? (fields.get(property)?.basis ?? []) : [])),
    ),
    'An item without an order.',
  );
  return proposalsOf(question, subject, { likely: { value: true, rests } });
}
