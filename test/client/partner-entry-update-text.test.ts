import { describe, expect, it } from 'vitest';
import { moduleText } from '../../scripts/build/artefacts/generated-module.js';
import { partnerEntryUpdateModule } from '../../scripts/build/artefacts/partner-entry-update.js';
import { type ReflectedFields, reflected, withReflected } from '../../scripts/client/index.js';
import type { OpenApiDocument } from '../../scripts/contract/document.js';
import { toPointer } from '../../scripts/contract/pointer.js';
import type { Schema } from '../../scripts/contract/schema.js';
import type { BuildError } from '../../scripts/text/problem.js';
import { expectedBeside } from '../expected-beside.js';

const text = { type: 'string' };
/** A field of an update that is shown at a place in a response. */
const at = (pointer: string, type = 'string'): Schema => ({ type, 'x-reflected-as': pointer });
const map = {
  files: ['openapi/update.yaml'],
  pointers: { '/components/schemas/PartnerEntryUpdate/properties/x': [0, 7, 3] as [number, number, number] },
};

/** Returns the generated text for an entry and its update with these properties. */
function textOf(
  entry: Record<string, Schema>,
  update: Record<string, Schema>,
  schemas: Record<string, Schema> = {},
): string {
  const own = {
    PartnerEntry: { type: 'object', properties: entry },
    PartnerEntryUpdate: { type: 'object', properties: update },
  };
  return moduleText(
    partnerEntryUpdateModule({ components: { schemas: { ...own, ...schemas } } } as unknown as OpenApiDocument, map),
  );
}

/** Returns the table of fields in the generated text. */
function fieldsOf(...documents: Parameters<typeof textOf>): ReflectedFields {
  const [, literal = ''] = /^const fields = ([\s\S]*?) as const;$/m.exec(textOf(...documents)) ?? [];
  return Function(`return ${literal}`)() as ReflectedFields;
}

/** Returns the error of the build if the property `x` of an update is wrong. */
function problemOf(entry: Record<string, Schema>, update: Record<string, Schema>): string {
  try {
    textOf(entry, update);
  } catch (error) {
    const [problem] = (error as BuildError).problems;
    expect(problem).toMatchObject({ file: 'openapi/update.yaml', line: 7, rule: 'reflected-as' });
    return problem?.message ?? '';
  }
  throw new Error('Expected a refusal; found a text.');
}

interface Row {
  title: string;
  entry: Record<string, Schema>;
  update: Record<string, Schema>;
  schemas?: Record<string, Schema>;
  fields: object;
  read: Record<string, unknown>;
  body: object;
  dropped: object[];
}

const { fields, refused } = expectedBeside<{
  fields: Row[];
  refused: Record<string, Pick<Row, 'entry' | 'update'> & { says: string }>;
}>(import.meta.url, 'partner-entry-update.yaml');

describe('the text of the update', () => {
  it.each(fields.map((row) => [row.title, row] as const))('%s', (_, { entry, update, schemas, ...expected }) => {
    const createdFields = fieldsOf(entry, update, schemas);
    expect(createdFields).toEqual(expected.fields);
    const textBefore = JSON.stringify(expected.read);
    const { body, dropped } = reflected<Record<string, unknown>>(expected.read, createdFields);
    expect({ body, dropped }).toEqual({ body: expected.body, dropped: expected.dropped });
    expect(JSON.stringify(expected.read)).toBe(textBefore);
    // The body shares no object with the entry.
    if (expected.read['any']) expect(body['any']).not.toBe(expected.read['any']);
    // An entry with this update shows everything that the update sends.
    const { entry: shownEntry, unknown } = withReflected<object>({}, body, createdFields);
    expect([reflected(shownEntry, createdFields), unknown]).toEqual([{ body, dropped: [] }, []]);
  });

  it('names the fields in which both an update and a response can have null', () => {
    const orNull = { type: ['string', 'null'] };
    const update = {
      a: { ...orNull, 'x-reflected-as': '/a_a' },
      b: { anyOf: [text, { type: 'null' }], 'x-reflected-as': '/b' },
      onlySent: { ...orNull, 'x-reflected-as': '/only_sent' },
      onlyShown: at('/only_shown'),
      hidden: orNull,
    };
    const entry = { a_a: orNull, b: orNull, only_sent: text, only_shown: orNull } as Record<string, Schema>;
    const updateText = textOf(entry, update as Record<string, Schema>);
    expect(updateText).toContain("withReflected(entry, update, fields, ['/a', '/b'])");
    const nulls = { a: null, onlySent: null };
    expect(
      withReflected<object>({ a_a: 'a' }, nulls, fieldsOf(entry, update as Record<string, Schema>), ['/a']),
    ).toEqual({
      entry: { a_a: null },
      unknown: [{ pointer: '/onlySent', reason: 'No response is documented to show this value.' }],
    });
  });

  const names = ['the service', "'", '"', '`${x}`', '\\', '*/', '\n', '\u2028', 'constructor', 'toString', '1', 'é'];

  it.each([...names, '__proto__'])('contains a field called %j, and no other code', (name) => {
    const update = { plain: at(toPointer([name])) };
    expect(Object.entries(fieldsOf({ [name]: text, ['__proto__']: text }, update))).toEqual([[name, 'plain']]);
    expect(textOf({ [name]: text }, update)).not.toMatch(/[^\x20-\x7e\n]/);
  });

  it.each(Object.entries(refused))('is not made if %s', (_, { entry, update, says }) => {
    expect(problemOf(entry, update)).toContain(says);
  });

  it('is not made without the two schemas', () => {
    expect(() => moduleText(partnerEntryUpdateModule({ components: {} } as OpenApiDocument, map))).toThrow(
      'Expected the schemas PartnerEntry and PartnerEntryUpdate',
    );
  });
});
