import { matches } from '../check/values/fits.js';
import { nodesOf } from '../contract/walk.js';
import type { Draft, SchemaPart } from './draft.js';
import { changeExamples, forget } from './example-values.js';
import { mendExamples } from './mended-examples.js';
import { mistake, refuseExceptions, type Teach } from './teaching.js';

/** The values of a set that the contract knows in part, wherever the contract names the question. */
export const valueSet: Teach<string[]> = (taught) => {
  refuseExceptions(taught);
  const { draft, question, value, isClosed } = taught;
  const section = draft.question(question)?.section;
  const fields = fieldsOfSet(draft, question);
  const seen = [...new Set(fields.flatMap((field) => field['x-known-values'] ?? []))];
  const missing = seen.find((each) => !value.includes(each));
  if (isClosed && missing !== undefined) {
    const advice = `Add it, since §${section} shows it, or remove "closed".`;
    throw mistake('/value', `${JSON.stringify(missing)} among the values of a closed set`, value, advice);
  }
  for (const [index, each] of value.entries()) {
    const wrong = fields.find((field) => !isAllowed(field, each));
    if (wrong) throw mistake(`/value/${index}`, `a text that matches ${wrong.pattern}, as §${section} states`, each);
  }
  const known = [...new Set([...seen, ...value])];
  for (const field of fields) {
    field['x-known-values'] = known;
    field.examples = known;
    if (isClosed) field.enum = [...known, ...([field.type].flat().includes('null') ? [null] : [])];
  }
  mendExamples(draft.document);
  changeExamples(
    draft.document,
    (schema, shown, { example, pointer }) => {
      // A known value is documented now.
      if (fields.includes(schema as SchemaPart) && known.includes(String(shown)))
        forget(example, (each) => each === pointer);
      return shown;
    },
    (_, example) => example['x-invented'] !== undefined,
  );
  return undefined;
};

function fieldsOfSet(draft: Draft, question: string): SchemaPart[] {
  const schemas = nodesOf(draft.document, 'schema').map(({ value }) => value as SchemaPart);
  return schemas.filter((schema) => schema['x-unknown']?.includes(question));
}

function isAllowed({ pattern }: SchemaPart, text: string): boolean {
  return pattern === undefined || matches(pattern, text) === true;
}
