import type { OpenApiDocument } from '../../../contract/document.js';
import type { Schema } from '../../../contract/schema.js';
import type { Standing } from '../../../contract/standing.js';
import { fieldAnchor, schemaAnchor } from '../links/addresses.js';
import { type Block, joinParts, type Row, type TextLine } from '../text/blocks.js';
import {
  descriptionOf,
  knownValuesLines,
  reflectionLines,
  typeOf,
  valueCode,
  withInterpretationNote,
} from './schema-text.js';
import { questionLinks } from './standing-text.js';

export function schemaBlocks(bundle: OpenApiDocument, name: string, level: 1 | 3): Block[] {
  const schema = getSchema(bundle, name);
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
        ...(isPlainObject ? [] : [' · ', ...compositionLine(schema)]),
        ...questionLinks(' · Open questions: ', schema['x-unknown']),
        ...questionLinks(' · Answered: ', schema['x-answered']),
      ],
    },
    ...(description === undefined ? [] : [{ description: withInterpretationNote(description, schema) }]),
    ...(rows.length === 0 ? [] : [{ columns: ['Field', 'Type', 'Standing', 'Description'], rows }]),
    ...(schema.type === 'object' ? [{ paragraph: [fieldsNote(schema, rows.length > 0, required.length > 0)] }] : []),
  ];
}

function getSchema(bundle: OpenApiDocument, name: string): Schema {
  const schema = bundle.components['schemas']?.[name];
  if (typeof schema !== 'object') {
    throw new Error(
      `Expected the schema ${JSON.stringify(name)} in the bundle, found none. Run "npm run build" again.`,
    );
  }
  return schema as Schema;
}

function compositionLine(schema: Schema): TextLine {
  if (schema.allOf) return ['The fields of ', ...typeOf(schema)];
  return [(schema.anyOf ?? schema.oneOf) ? 'One of: ' : 'Type: ', ...typeOf(schema)];
}

export function standingOfSchema({ 'x-provenance': { stated, answered, corrected } = {} }: Schema): Standing {
  if (stated) return 'stated';
  return (answered ?? corrected) === undefined ? 'inferred' : 'answered';
}

/** A row for each field. The fields of an inline object or list item follow the row of their parent. */
function fieldRows(schema: Schema, standing: Standing, path: readonly [string, ...string[]]): Row[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, field]): Row[] => {
    const fieldStanding = field['x-provenance'] ? standingOfSchema(field) : standing;
    const [schemaName, ...names] = [...path, name];
    const isRequired = schema.required?.includes(name) ?? false;
    const row: Row = {
      id: fieldAnchor(schemaName ?? '', ...names),
      cells: [
        [{ code: names.join('.') }],
        [...typeOf(field), ...(isRequired ? [', ', { strong: 'required' }] : [])],
        [{ standing: fieldStanding }],
        fieldText(field),
      ],
    };
    return [
      row,
      ...fieldRows(field, fieldStanding, [...path, name]),
      ...fieldRows(field.items ?? {}, fieldStanding, [...path, name]),
    ];
  });
}

function fieldText(field: Schema): TextLine {
  const listedValues = field['x-known-values'] ?? [];
  const examples = [...(field.examples ?? []), ...(field.example === undefined ? [] : [field.example])];
  const otherExamples = examples.filter((example) => !listedValues.some((value) => value === example));
  const description = descriptionOf(field);
  const sentences: TextLine[] = [
    ...(description === undefined ? [] : [[{ prose: withInterpretationNote(description, field) }]]),
    ...knownValuesLines(field),
    ...(otherExamples.length === 0 ? [] : [['For example ', ...joinParts(otherExamples.map(valueCode)), '.']]),
    ...(field.default === undefined ? [] : [['By default ', valueCode(field.default), '.']]),
    ...reflectionLines(field),
    ...(field['x-unknown'] ? [questionLinks('Open: ', field['x-unknown'])] : []),
    ...(field['x-answered'] ? [questionLinks('Answered: ', field['x-answered'])] : []),
  ];
  return joinParts(sentences, ' ');
}

function fieldsNote(schema: Schema, hasFields: boolean, hasRequired: boolean): string {
  const allowsAnyName = typeof schema.additionalProperties === 'object';
  if (!hasFields) return allowsAnyName ? '' : 'No field of this object is known, so the object may have any fields.';
  return [
    ...(hasRequired ? [] : ['No field is required.']),
    ...(schema['x-open'] ? ['This object may have other, unknown fields.'] : []),
  ].join(' ');
}
