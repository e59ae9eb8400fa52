import type { OpenApiDocument } from '../../../contract/document.js';
import type { Schema } from '../../../contract/schema.js';
import type { Standing } from '../../../contract/standing.js';
import { formatCount } from '../../../text/numbers.js';
import { exceptionText } from '../../artefacts/provenance-text.js';
import { fieldAnchor, schemaAnchor } from '../links/addresses.js';
import { type Block, type FoldedBlocks, joinParts, type Row, type TextLine } from '../text/blocks.js';
import {
  descriptionOf,
  interpretationLines,
  knownValuesLines,
  reflectionLines,
  typeOf,
  typeReferences,
  valueCode,
} from './schema-text.js';
import { questionLinks } from './standing-text.js';

/**
 * A schema with a row for each field.
 *
 * @param shownNames the schemas that the page already shows, to which this function adds. With it, a field whose type
 * is another schema has the fields of that schema inside its row, the first time the page shows them.
 */
export function schemaBlocks(
  bundle: OpenApiDocument,
  name: string,
  level: 1 | 3,
  shownNames?: Set<string>,
): [Block, ...Block[]] {
  const schema = getSchema(bundle, name);
  shownNames?.add(name);
  const foldFields = (field: Schema): FoldedBlocks | undefined =>
    shownNames && foldSchemas(bundle, typeReferences(field), shownNames);
  const rows = fieldRows(schema, standingOfSchema(schema), [name], foldFields);
  const section = schema['x-provenance']?.section;
  const isPlainObject =
    schema.type === 'object' && typeof schema.additionalProperties !== 'object' && !schema.minProperties;
  const description = descriptionOf(schema);
  const note = schema.type === 'object' ? fieldsNote(schema, rows.length > 0) : '';
  return [
    { heading: [{ code: name }], level, id: schemaAnchor(name) },
    {
      isQuiet: true,
      paragraph: [
        { standing: standingOfSchema(schema) },
        ...(section === undefined ? [] : [` §${section}`]),
        exceptionText(schema),
        ...(isPlainObject ? [] : [' · ', ...compositionLine(schema)]),
        ...questionLinks(' · Open questions: ', schema['x-unknown']),
        ...questionLinks(' · Answered: ', schema['x-answered']),
        ...(note === '' ? [] : [` · ${note}`]),
      ],
    },
    ...(description === undefined ? [] : [{ description }]),
    ...interpretationLines(schema).map((paragraph) => ({ paragraph })),
    ...(rows.length === 0 ? [] : [{ columns: ['Field', 'Type', 'Standing', 'Description'], rows }]),
  ];
}

/** The schemas that the page does not show yet, which are then shown. */
export function newSchemaBlocks(bundle: OpenApiDocument, names: readonly string[], shownNames: Set<string>): Block[] {
  return names.flatMap((name) => (shownNames.has(name) ? [] : schemaBlocks(bundle, name, 3, shownNames)));
}

/** The schemas that the page does not show yet, folded; undefined if there are none. */
export function foldSchemas(
  bundle: OpenApiDocument,
  names: readonly string[],
  shownNames: Set<string>,
  isOpen = false,
): FoldedBlocks | undefined {
  const newNames = [...new Set(names)].filter((name) => !shownNames.has(name));
  const [firstName] = newNames;
  if (firstName === undefined) return undefined;
  const fieldCount = Object.keys(getSchema(bundle, firstName).properties ?? {}).length;
  return {
    label: newNames.length > 1 || fieldCount === 0 ? newNames.join(', ') : formatCount(fieldCount, 'field'),
    blocks: newSchemaBlocks(bundle, newNames, shownNames),
    isOpen,
  };
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
function fieldRows(
  schema: Schema,
  standing: Standing,
  path: readonly [string, ...string[]],
  foldFields: (field: Schema) => FoldedBlocks | undefined,
): Row[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, field]): Row[] => {
    const fieldStanding = field['x-provenance'] ? standingOfSchema(field) : standing;
    const [schemaName, ...names] = [...path, name];
    const isRequired = schema.required?.includes(name) ?? false;
    const inside = foldFields(field);
    const row: Row = {
      id: fieldAnchor(schemaName ?? '', ...names),
      cells: [
        [{ code: names.join('.') }],
        [...typeOf(field), ...(isRequired ? [', ', { strong: 'required' }] : [])],
        [{ standing: fieldStanding, exception: exceptionText(field) }],
        fieldText(field),
      ],
      ...(inside && { inside }),
    };
    return [
      row,
      ...fieldRows(field, fieldStanding, [...path, name], foldFields),
      ...fieldRows(field.items ?? {}, fieldStanding, [...path, name], foldFields),
    ];
  });
}

function fieldText(field: Schema): TextLine {
  const listedValues = field['x-known-values'] ?? [];
  const examples = [...(field.examples ?? []), ...(field.example === undefined ? [] : [field.example])];
  const otherExamples = examples.filter((example) => !listedValues.some((value) => value === example));
  const description = descriptionOf(field);
  const sentences: TextLine[] = [
    ...(description === undefined ? [] : [[{ prose: description }]]),
    ...interpretationLines(field),
    ...knownValuesLines(field),
    ...(otherExamples.length === 0 ? [] : [['For example ', ...joinParts(otherExamples.map(valueCode)), '.']]),
    ...(field.default === undefined ? [] : [['By default ', valueCode(field.default), '.']]),
    ...reflectionLines(field),
    ...(field['x-unknown'] ? [questionLinks('Open: ', field['x-unknown'])] : []),
    ...(field['x-answered'] ? [questionLinks('Answered: ', field['x-answered'])] : []),
  ];
  return joinParts(sentences, ' ');
}

function fieldsNote(schema: Schema, hasFields: boolean): string {
  const allowsAnyName = typeof schema.additionalProperties === 'object';
  if (!hasFields) return allowsAnyName ? '' : 'No field of this object is known, so the object may have any fields.';
  return [
    ...((schema.required ?? []).length > 0 ? [] : ['No field is required.']),
    ...(schema['x-open'] ? ['This object may have other, unknown fields.'] : []),
  ].join(' ');
}
