import { matchesPattern } from '../../check/values/fits.js';
import { escapeToken } from '../../contract/pointer.js';
import { nodesOf } from '../../contract/walk.js';
import type { Draft, SchemaPart } from '../draft.js';
import { changeExamples, createReachTest, deriveValue, forgetInvented } from '../example-values.js';
import { findLabelledField } from '../fields.js';
import { mendExamples } from '../mend-examples.js';
import { reflectionsIn } from '../reflections.js';
import { mistake, refuseExceptions, type Teacher, withSingleAnswer } from '../teaching.js';

const slashPattern = '^/(?!/)';

/** A path without a slash at its beginning, and without a scheme, as §2 states. */
const noSlashPattern = '^(?![A-Za-z][A-Za-z0-9+.-]*:|/)';

export const linksLeadingSlash = withSingleAnswer<boolean>(({ draft, value }) => {
  if (value) return;
  const schemas = nodesOf(draft.document, 'schema').map((node) => node.value as SchemaPart);
  const links = schemas.filter(({ format, pattern }) => format === 'uri-reference' && pattern === slashPattern);
  for (const link of links) link.pattern = noSlashPattern;
  changeExamples(draft.document, (schema, exampleValue) =>
    links.includes(schema as SchemaPart) ? String(exampleValue).replace(/^\/+/, '') : exampleValue,
  );
});

export const colourDigits = withSingleAnswer<number[]>(({ draft, question, value }) => {
  const counts = [...value].sort((a, b) => a - b);
  const pattern = `^(?:${counts.map((count) => `[0-9A-Fa-f]{${count}}`).join('|')})$`;
  const colours = fieldsOfQuestion(draft, question);
  const requestFields = reflectionsIn(draft).flatMap((reflection) =>
    colours.includes(reflection.responseField) ? [reflection.requestField] : [],
  );
  // Restrict requests, too: they must not send a colour that no response can show.
  for (const colour of [...colours, ...requestFields]) colour.pattern = pattern;
  const colourFields = new Set<unknown>([...colours, ...requestFields]);
  const text = JSON.stringify(pattern);
  changeExamples(
    draft.document,
    (schema, exampleValue) =>
      typeof exampleValue === 'string' && colourFields.has(schema) ? fitDigits(exampleValue, counts) : exampleValue,
    createReachTest(draft.document, (schema) => JSON.stringify(schema).includes(text)),
  );
});

/** Returns the colour, cut or extended if its number of digits is not allowed. */
function fitDigits(colour: string, counts: readonly number[]): string {
  if (counts.includes(colour.length)) return colour;
  const count = counts.find((count) => count > colour.length) ?? counts.at(-1) ?? 0;
  return colour.slice(0, count).padEnd(count, 'F');
}

/** The maximum length of strings, by `Schema.field`. */
export const limitsFieldLengths = withSingleAnswer<Record<string, number>>(({ draft, question, value, keepOpen }) => {
  for (const [label, length] of Object.entries(value)) {
    const pointer = `/value/${escapeToken(label)}`;
    const { owner, name } = findLabelledField(draft, label, pointer);
    const field = owner.properties?.[name] as SchemaPart;
    const advice = `Its type is ${String(field.type ?? 'object')}. Name another field.`;
    if (![field.type].flat().includes('string')) throw mistake(pointer, 'a field that contains text', label, advice);
    field.maxLength = length;
    if (deriveValue(draft.document, field, name, '') === undefined)
      throw mistake(pointer, 'a length that some valid value has', length, 'Write a larger number.');
    // Restrict requests, too: they must not send a string that no response can show.
    for (const { requestField, responseField } of reflectionsIn(draft))
      if (responseField === field) requestField.maxLength = Math.min(length, requestField.maxLength ?? length);
    draft.settle(field, question);
  }
  mendExamples(draft.document);
  keepOpen();
});

/** Adds values to those that the contract knows, in each field that names the question. */
export const valueSet: Teacher<string[]> = (answer) => {
  refuseExceptions(answer);
  const { draft, question, value, isClosed } = answer;
  const section = draft.question(question)?.section;
  const fields = fieldsOfQuestion(draft, question);
  const knownValues = [...new Set(fields.flatMap((field) => field['x-known-values'] ?? []))];
  const missingValue = knownValues.find((knownValue) => !value.includes(knownValue));
  if (isClosed && missingValue !== undefined) {
    const advice = `Add it, since §${section} shows it, or remove "closed".`;
    throw mistake('/value', `${JSON.stringify(missingValue)} among the values of a closed set`, value, advice);
  }
  for (const [index, text] of value.entries()) {
    const mismatch = fields.find((field) => !isAllowed(field, text));
    if (mismatch)
      throw mistake(`/value/${index}`, `a string that matches ${mismatch.pattern}, as §${section} states`, text);
  }
  const values = [...new Set([...knownValues, ...value])];
  for (const field of fields) {
    field['x-known-values'] = values;
    field.examples = values;
    if (isClosed) field.enum = [...values, ...([field.type].flat().includes('null') ? [null] : [])];
  }
  mendExamples(draft.document);
  changeExamples(
    draft.document,
    (schema, exampleValue, { example, pointer }) => {
      // The answer documents this value, so it is no longer marked as invented.
      if (fields.includes(schema as SchemaPart) && values.includes(String(exampleValue)))
        forgetInvented(example, (text) => text === pointer);
      return exampleValue;
    },
    (_, example) => example['x-invented'] !== undefined,
  );
};

function fieldsOfQuestion(draft: Draft, question: string): SchemaPart[] {
  const schemas = nodesOf(draft.document, 'schema').map(({ value }) => value as SchemaPart);
  return schemas.filter((schema) => schema['x-unknown']?.includes(question));
}

function isAllowed({ pattern }: SchemaPart, text: string): boolean {
  return pattern === undefined || matchesPattern(pattern, text) === true;
}
