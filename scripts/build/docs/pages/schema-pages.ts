import type { MediaType, OpenApiDocument } from '../../../contract/document.js';
import { referenceOf } from '../../../contract/references.js';
import type { Schema } from '../../../contract/schema.js';
import { schemasWithin } from '../../../contract/walk.js';
import { formatCount } from '../../../text/numbers.js';
import { exceptionText } from '../../artefacts/provenance-text.js';
import { operationAddress, schemaAddress } from '../links/addresses.js';
import { type Block, joinParts, linkTo, section, type TextLine } from '../text/blocks.js';
import type { DocsPage } from './docs-page.js';
import { exampleBlocks, examplesOf, type NamedExample, responsesOf, sortByStanding } from './operation-blocks.js';
import { schemaBlocks, standingOfSchema } from './schema-blocks.js';
import { descriptionOf, nameOf, schemaLink } from './schema-text.js';

export function schemaPages(bundle: OpenApiDocument): DocsPage[] {
  const schemas = Object.entries((bundle.components['schemas'] ?? {}) as Record<string, Schema>);
  const uses = usesOf(bundle);
  return [
    {
      path: 'schemas.html',
      title: 'Schemas',
      description: 'Every schema of the interface, and how much of each is documented.',
      blocks: [
        { heading: ['Schemas'], level: 1, id: 'schemas' },
        {
          paragraph: [
            'Request and response bodies, and their parts. A schema is stated if the source lists its fields.',
          ],
        },
        {
          columns: ['Schema', 'Standing', 'Description'],
          rows: schemas.map(([name, schema]) => ({ cells: rowCells(name, schema) })),
        },
      ],
    },
    ...schemas.map(([name, { properties = {} }]): DocsPage => {
      const schemaUses = uses.get(name);
      const fields = Object.keys(properties).length;
      const examples = (schemaUses?.examples ?? []).map((example) => exampleBlocks(example));
      return {
        path: schemaAddress(name),
        title: name,
        description: `The schema ${name}: ${formatCount(fields, 'field')}, each with its type and its source.`,
        parents: [{ path: 'schemas.html', title: 'Schemas' }],
        hasTwoColumns: true,
        blocks: [
          {
            left: [...schemaBlocks(bundle, name, 1), ...section('Used by', 'used-by', usageBlocks(schemaUses))],
            right: section(
              'Examples',
              'examples',
              examples.length === 0 ? [] : [{ tabs: examples, about: 'examples' }],
            ),
          },
        ],
      };
    }),
  ];
}

function rowCells(name: string, schema: Schema): TextLine[] {
  const description = descriptionOf(schema) ?? '';
  return [
    [schemaLink(name)],
    [{ standing: standingOfSchema(schema), exception: exceptionText(schema) }],
    [{ prose: description }],
  ];
}

/** The operations and schemas that use a schema. */
interface SchemaUses {
  requests: Set<string>;
  responses: Set<string>;
  schemas: Set<string>;
  /** Examples of bodies whose schema is a reference to this schema. */
  examples: NamedExample[];
}

function usageBlocks({ requests, responses, schemas }: SchemaUses = createEmptyUses()): Block[] {
  const operationLinks = (ids: Iterable<string>): TextLine =>
    joinParts([...ids].map((id) => linkTo(operationAddress(id), id)));
  const lines: [string, TextLine][] = [
    ['Requests', operationLinks(requests)],
    ['Responses', operationLinks(responses)],
    ['Schemas', joinParts([...schemas].map(schemaLink))],
  ];
  const list = lines
    .filter(([, line]) => line.length > 0)
    .map(([label, line]): TextLine => [{ strong: label }, ': ', ...line]);
  return list.length === 0 ? [] : [{ list }];
}

function createEmptyUses(): SchemaUses {
  return { requests: new Set(), responses: new Set(), schemas: new Set(), examples: [] };
}

function usesOf(bundle: OpenApiDocument): ReadonlyMap<string, SchemaUses> {
  const uses = new Map<string, SchemaUses>();
  const getUses = (name: string): SchemaUses => {
    const entry = uses.get(name) ?? createEmptyUses();
    uses.set(name, entry);
    return entry;
  };
  const addBody = (
    operationId: string,
    kind: 'requests' | 'responses',
    content: Record<string, MediaType> = {},
  ): void => {
    for (const [mediaType, body] of Object.entries(content)) {
      for (const name of referencesIn(body.schema)) getUses(name)[kind].add(operationId);
      const { $ref } = body.schema as Schema;
      if ($ref === undefined) continue;
      const { examples } = getUses(nameOf($ref));
      for (const example of examplesOf(bundle, { [mediaType]: body }))
        if (!examples.some(({ name }) => name === example.name)) examples.push(example);
    }
  };
  // Sort the operations, so that examples of stated ones come first.
  for (const operation of sortByStanding(bundle)) {
    addBody(operation.operationId, 'requests', operation.requestBody?.content);
    for (const { response } of responsesOf(bundle, operation))
      addBody(operation.operationId, 'responses', response.content);
  }
  for (const [name, schema] of Object.entries(bundle.components['schemas'] ?? {}))
    for (const otherName of referencesIn(schema)) if (otherName !== name) getUses(otherName).schemas.add(name);
  return uses;
}

/** The names of the schemas that a schema refers to directly. */
function referencesIn(schema: unknown): string[] {
  const references = schemasWithin(schema, []).map(({ value }) => referenceOf(value));
  return references.flatMap((reference) => (reference === undefined ? [] : [nameOf(reference)]));
}
