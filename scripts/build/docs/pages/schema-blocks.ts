import type { OpenApiDocument } from '../../../contract/document.js';
import type { Schema } from '../../../contract/schema.js';
import type { Standing } from '../../../contract/standing.js';
import { fieldAnchor, schemaAnchor } from '../links/addresses.js';
import { type Block, joined, type Line, type Row } from '../text/blocks.js';
import { descriptionOf, knownValues, readingOf, reflection, typeOf, value } from './schema-text.js';
import { openQuestions } from './standing-text.js';

/** A schema of the document: its standing, its description, and a row for each field. */
export function schemaBlocks(bundle: OpenApiDocument, name: string, level: 1 | 3): Block[] {
  const schema = schemaNamed(bundle, name);
  const rows = fieldRows(schema, standingOfSchema(schema), [name]);
  const section = schema['x-provenance']?.section;
  const isPlainObject =
    schema.type === 'object' && typeof schema.additionalProperties !== 'object' && !schema.minProperties;
  const required = schema.required ?? [];
  const description = descriptionOf(schema);
  return [
    { heading: [{ code: name }], level, id: schemaAnchor(name) },
    {
      paragraph: [
        { standing: standingOfSchema(schema) },
        ...(section === undefined ? [] : [` §${section}`]),
        ...(isPlainObject ? [] : [' · ', ...composition(schema)]),
        ...openQuestions(' · Open questions: ', schema['x-unknown']),
        ...openQuestions(' · Answered: ', schema['x-answered']),
      ],
    },
    ...(description === undefined ? [] : [{ description: readingOf(description, schema) }]),
    ...(rows.length === 0 ? [] : [{ columns: ['Field', 'Type', 'Standing', 'Description'], rows }]),
    ...(schema.type === 'object' ? [{ paragraph: [rest(schema, rows.length > 0, required.length > 0)] }] : []),
  ];
}

function schemaNamed(bundle: OpenApiDocument, name: string): Schema {
  const schema = bundle.components['schemas']?.[name];
  if (typeof schema !== 'object') {
    throw new Error(`Expected the schema ${JSON.stringify(name)} in the bundle, which does not have it. Bundle again.`);
  }
  return schema as Schema;
}

function composition(schema: Schema): Line {
  if (schema.allOf) return ['The fields of ', ...typeOf(schema)];
  return [(schema.anyOf ?? schema.oneOf) ? 'One of: ' : 'Type: ', ...typeOf(schema)];
}

export function standingOfSchema({ 'x-provenance': { stated, answered, corrected } = {} }: Schema): Standing {
  if (stated) return 'stated';
  return (answered ?? corrected) === undefined ? 'inferred' : 'answered';
}

/** A row for each field, followed by the fields of an inline object. */
function fieldRows(schema: Schema, standing: Standing, path: readonly [string, ...string[]]): Row[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, field]): Row[] => {
    const own = field['x-provenance'] ? standingOfSchema(field) : standing;
    const [schemaName, ...names] = [...path, name];
    const isRequired = schema.required?.includes(name) ?? false;
    const row: Row = {
      id: fieldAnchor(schemaName ?? '', ...names),
      cells: [
        [{ code: names.join('.') }],
        [...typeOf(field), ...(isRequired ? [', ', { strong: 'required' }] : [])],
        [{ standing: own }],
        fieldText(field),
      ],
    };
    return [row, ...fieldRows(field, own, [...path, name]), ...fieldRows(field.items ?? {}, own, [...path, name])];
  });
}

function fieldText(field: Schema): Line {
  const known = field['x-known-values'] ?? [];
  const examples = [...(field.examples ?? []), ...(field.example === undefined ? [] : [field.example])];
  const others = examples.filter((example) => !known.some((each) => each === example));
  const description = descriptionOf(field);
  const sentences: Line[] = [
    ...(description === undefined ? [] : [[{ prose: readingOf(description, field) }]]),
    ...knownValues(field),
    ...(others.length === 0 ? [] : [['For example ', ...joined(others.map(value)), '.']]),
    ...(field.default === undefined ? [] : [['By default ', value(field.default), '.']]),
    ...reflection(field),
    ...(field['x-unknown'] ? [openQuestions('Open: ', field['x-unknown'])] : []),
    ...(field['x-answered'] ? [openQuestions('Answered: ', field['x-answered'])] : []),
  ];
  return joined(sentences, ' ');
}

function rest(schema: Schema, hasFields: boolean, hasRequired: boolean): string {
  if (!hasFields) return 'None of its fields are known; it may have any.';
  return [
    ...(hasRequired ? [] : ['No field is required.']),
    ...(schema['x-open'] ? ['It may have other, unknown fields.'] : []),
  ].join(' ');
}
