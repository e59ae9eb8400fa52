import { isObject, type Json, type JsonObject } from '../../../contract/json.js';
import { schemaResolver } from '../../../contract/references.js';
import { canBe } from '../../../contract/schema-fields.js';
import { type Basis, supportOf } from '../basis.js';
import { schemasOf } from '../marked.js';
import { proposalsOf } from '../proposals.js';
import type { Rule, Subject } from '../rule.js';
import { schemaOf, type ValuesSeen, widened } from '../values-seen.js';
import { word } from '../words.js';

const question = 'resource-items.types';

/** Which types the fields have that the description names without a type. */
export const resourceItemsTypes: Rule = {
  unknown: question,
  watch: (subject) => ({
    answers: () => Math.max(0, ...seenIn(subject).map(({ basis }) => basis.responses)),
    sentences: () =>
      seenIn(subject).map(({ label, values }) => {
        const types = [...values.types, ...(values.hasNull ? ['null'] : [])];
        return `Values of ${word(label)} are of type ${types.join(' and ')}.`;
      }),
    proposals() {
      const answered = isObject(subject.answered?.value) ? (subject.answered.value as JsonObject) : {};
      const different = seenIn(subject).flatMap((seen) => {
        const schema = schemaFor(subject, seen, answered[seen.label]);
        return schema === undefined ? [] : [{ ...seen, schema }];
      });
      if (different.length === 0) return [];
      const types = Object.fromEntries(different.map(({ label, schema }) => [label, schema]));
      const rests = supportOf(
        different.map(({ basis }) => basis),
        'A value of another type.',
      );
      return proposalsOf(question, subject, { shown: { value: { ...answered, ...types }, rests } });
    },
  }),
};

interface Seen {
  /** `EntryResource.title`. */
  label: string;
  schema: string;
  property: string;
  values: ValuesSeen;
  basis: Basis;
}

function seenIn({ marked, resources }: Subject): Seen[] {
  return marked.properties.flatMap(({ schema, property }) => {
    const { values, basis, present = 0 } = resources.of(schema)?.fields.get(property) ?? {};
    const label = `${schema}.${property}`;
    return values && basis && present > 0 && values.types.length > 0
      ? [{ label, schema, property, values, basis }]
      : [];
  });
}

/** The schema that the values have, if the contract, or the answer before, does not allow them all. */
function schemaFor({ document }: Subject, { schema, property, values }: Seen, answered: Json | undefined) {
  if (answered !== undefined) return widened(answered, values, false);
  const field = schemasOf(document)[schema]?.properties?.[property] ?? {};
  const contract = { resolve: schemaResolver(document) };
  const isOfType = values.types.every((type) => canBe(contract, field, type));
  const isOfFormat = field.format === undefined || values.canHave(field.format);
  return isOfType && isOfFormat ? undefined : schemaOf(values, false);
}
