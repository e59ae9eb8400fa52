import type { MediaType, OpenApiDocument } from '../../../contract/document.js';
import { successContent } from '../../../contract/operations.js';
import { parsePointer } from '../../../contract/pointer.js';
import { dereference } from '../../../contract/references.js';
import type { Schema } from '../../../contract/schema.js';
import { fieldAddress } from '../links/addresses.js';
import { type Block, type Inline, joinParts, section, type TextLine } from '../text/blocks.js';
import type { DocsPage } from './docs-page.js';
import { sortByStanding } from './operation-blocks.js';
import { descriptionOf, nameOf, schemaLink } from './schema-text.js';

/** A response schema, and the request schemas whose values it shows; these all have the same fields. */
interface SchemaPair {
  readonly requestNames: readonly string[];
  readonly responseName: string;
  readonly rows: readonly FieldRow[];
}

interface FieldRow {
  readonly name: string;
  /** The names of the field in the response and of its parents, outermost first; undefined if not documented. */
  readonly responsePath: readonly string[] | undefined;
  readonly description: string | undefined;
}

/** The page that pairs each request field with the response field that shows its value (`x-reflected-as`). */
export function namesPage(bundle: OpenApiDocument): DocsPage {
  const pairs = pairsOf(bundle);
  const hasSameNames = ({ rows }: SchemaPair): boolean =>
    rows.every(({ name, responsePath }) => responsePath?.join('.') === name);
  const pairsWithSameNames = pairs.filter(hasSameNames);
  return {
    path: 'names.html',
    title: 'Names in requests and in responses',
    description: 'The same field often has one name in a request and another one in a response.',
    blocks: [
      { heading: ['Names in requests and in responses'], level: 1, id: 'names' },
      {
        paragraph: [
          'The same field often has one name in a request and another one in a response, so a response cannot be sent ',
          'back as it is. There is no rule for the spelling: for partner entries, requests have ',
          { code: 'customSlug' },
          ' and responses have ',
          { code: 'custom_slug' },
          '; for reviews, requests have ',
          { code: 'first_name' },
          ' and responses have ',
          { code: 'firstName' },
          '. ',
          { to: 'client.html#send-back-what-you-read', text: ['The client'] },
          ' has ',
          { code: 'toPartnerEntryUpdate' },
          ', which turns an entry into an update and lists the values that it had to leave out.',
        ],
      },
      ...pairs.filter((pair) => !hasSameNames(pair)).flatMap((pair) => blocksOfPair(bundle, pair)),
      ...section(
        'The same names in requests and in responses',
        'same',
        pairsWithSameNames.length === 0 ? [] : [{ list: pairsWithSameNames.map(linksOf) }],
      ),
    ],
  };
}

function linksOf({ requestNames, responseName }: SchemaPair): TextLine {
  return [...joinParts(requestNames.map(schemaLink)), ' and ', schemaLink(responseName)];
}

function blocksOfPair(bundle: OpenApiDocument, pair: SchemaPair): Block[] {
  const { requestNames, responseName, rows } = pair;
  const [firstRequestName = ''] = requestNames;
  const responseNames = new Set(rows.map(({ responsePath }) => responsePath?.[0]));
  const responseOnlyNames = Object.keys(getSchema(bundle, responseName).properties ?? {}).filter(
    (name) => !responseNames.has(name),
  );
  const links = responseOnlyNames.map(
    (name): Inline => ({ to: fieldAddress(responseName, name), text: [{ code: name }] }),
  );
  return [
    { heading: linksOf(pair), level: 2, id: `${firstRequestName}-${responseName}` },
    {
      columns: ['In the request', 'In the response', 'Field'],
      rows: rows.map(({ name, responsePath, description }) => ({
        cells: [
          [{ to: fieldAddress(firstRequestName, name), text: [{ code: name }] }],
          responsePath === undefined ? ['not documented'] : [fieldLink(bundle, responseName, responsePath)],
          description === undefined ? [] : [{ prose: description }],
        ],
      })),
    },
    ...(responseOnlyNames.length === 0 ? [] : [{ paragraph: ['Only in the response: ', ...joinParts(links), '.'] }]),
  ];
}

/** A row for each field of a request schema; no rows if none of its fields has `x-reflected-as`. */
function rowsOf(bundle: OpenApiDocument, requestName: string): FieldRow[] {
  const fields = Object.entries(getSchema(bundle, requestName).properties ?? {});
  if (!fields.some(([, field]) => field['x-reflected-as'] !== undefined)) return [];
  return fields.map(([name, field]) => {
    const pointer = field['x-reflected-as'];
    return {
      name,
      responsePath: pointer === undefined ? undefined : parsePointer(pointer),
      description: descriptionOf(field),
    };
  });
}

/** A link to the field, or only its path if no page shows the field. */
function fieldLink(bundle: OpenApiDocument, schemaName: string, names: readonly string[]): Inline {
  const code = { code: names.join('.') };
  let [ownerName, fields]: [string, string[]] = [schemaName, []];
  for (const name of names) {
    const field = fieldAt(getSchema(bundle, ownerName), [...fields, name]);
    if (!field) return code;
    fields = [...fields, name];
    if (field.$ref !== undefined && name !== names.at(-1)) [ownerName, fields] = [nameOf(field.$ref), []];
  }
  return { to: fieldAddress(ownerName, ...fields), text: [code] };
}

function fieldAt(schema: Schema, names: readonly string[]): Schema | undefined {
  return names.reduce<Schema | undefined>((current, name) => current?.properties?.[name], schema);
}

function getSchema(bundle: OpenApiDocument, name: string): Schema {
  return (bundle.components['schemas']?.[name] ?? {}) as Schema;
}

/** Pairs of request and response schemas, for bodies and for fields. Pairs of stated operations come first. */
function pairsOf(bundle: OpenApiDocument): SchemaPair[] {
  const pairKeys = new Set<string>();
  const pairs = new Map<string, SchemaPair>();
  const add = (requestName: string | undefined, responseName: string | undefined): void => {
    if (requestName === undefined || responseName === undefined || pairKeys.has(`${requestName} ${responseName}`))
      return;
    pairKeys.add(`${requestName} ${responseName}`);
    const rows = rowsOf(bundle, requestName);
    const key = JSON.stringify([responseName, rows.map(({ name, responsePath }) => [name, responsePath])]);
    if (rows.length > 0)
      pairs.set(key, { requestNames: [...(pairs.get(key)?.requestNames ?? []), requestName], responseName, rows });
    for (const field of Object.values(getSchema(bundle, requestName).properties ?? {})) {
      const pointer = field['x-reflected-as'];
      const responseField =
        pointer === undefined ? undefined : fieldAt(getSchema(bundle, responseName), parsePointer(pointer));
      add(schemaNameOf(field), schemaNameOf(responseField));
    }
  };
  for (const operation of sortByStanding(bundle))
    add(
      bodySchemaName(bundle, operation.requestBody),
      bodySchemaName(bundle, { content: successContent(bundle, operation) }),
    );
  return [...pairs.values()];
}

function bodySchemaName(bundle: OpenApiDocument, body: object | undefined): string | undefined {
  const { content = {} } = body === undefined ? {} : dereference<{ content?: Record<string, MediaType> }>(bundle, body);
  return schemaNameOf(Object.values(content)[0]?.schema as Schema | undefined);
}

function schemaNameOf(schema: Schema | undefined): string | undefined {
  const reference = schema?.$ref ?? schema?.items?.$ref;
  return reference === undefined ? undefined : nameOf(reference);
}
