import type { MediaType, OpenApiDocument } from '../../../contract/document.js';
import { successOf } from '../../../contract/operations.js';
import { parsePointer } from '../../../contract/pointer.js';
import { dereference } from '../../../contract/references.js';
import type { Schema } from '../../../contract/schema.js';
import { fieldAddress } from '../links/addresses.js';
import { type Block, type Inline, joined, type Line, section } from '../text/blocks.js';
import type { DocsPage } from './docs-page.js';
import { statedFirst } from './operation-blocks.js';
import { descriptionOf, nameOf, schemaLink } from './schema-text.js';

/** Schemas of requests that one schema of responses shows under the same names. */
interface Pair {
  readonly sent: readonly string[];
  readonly shown: string;
  readonly rows: readonly NamedRow[];
}

/** A field of a request, and where the response shows it. */
interface NamedRow {
  readonly name: string;
  /** The names that lead to it in the response; undefined if nobody has documented them. */
  readonly place: readonly string[] | undefined;
  readonly description: string | undefined;
}

/** Where responses show each field of requests, by the `x-reflected-as` of the document. */
export function namesPage(bundle: OpenApiDocument): DocsPage {
  const pairs = pairsOf(bundle);
  const isSame = ({ rows }: Pair): boolean => rows.every(({ name, place }) => place?.join('.') === name);
  const same = pairs.filter(isSame);
  return {
    path: 'names.html',
    title: 'Names in requests and in responses',
    description: 'The same field has one name in a request and often another one in a response.',
    blocks: [
      { heading: ['Names in requests and in responses'], level: 1, id: 'names' },
      {
        paragraph: [
          'The same field often has one name in a request and another one in a response, so a response cannot be sent ',
          'back as it is. There is no rule for the spelling: partner entries send ',
          { code: 'customSlug' },
          ' and show ',
          { code: 'custom_slug' },
          '; reviews send ',
          { code: 'first_name' },
          ' and show ',
          { code: 'firstName' },
          '. ',
          { to: 'client.html#send-back-what-you-read', text: ['The client'] },
          ' has ',
          { code: 'toPartnerEntryUpdate' },
          ', which makes an update from an entry and says what it had to leave out.',
        ],
      },
      ...pairs.filter((pair) => !isSame(pair)).flatMap((pair) => pairBlocks(bundle, pair)),
      ...section('The same names in both', 'same', same.length === 0 ? [] : [{ list: same.map(linksOf) }]),
    ],
  };
}

function linksOf({ sent, shown }: Pair): Line {
  return [...joined(sent.map(schemaLink)), ' and ', schemaLink(shown)];
}

function pairBlocks(bundle: OpenApiDocument, pair: Pair): Block[] {
  const { sent, shown, rows } = pair;
  const [first = ''] = sent;
  const places = new Set(rows.map(({ place }) => place?.[0]));
  const only = Object.keys(schemaNamed(bundle, shown).properties ?? {}).filter((name) => !places.has(name));
  const links = only.map((name): Inline => ({ to: fieldAddress(shown, name), text: [{ code: name }] }));
  return [
    { heading: linksOf(pair), level: 2, id: `${first}-${shown}` },
    {
      columns: ['In the request', 'In the response', 'Field'],
      rows: rows.map(({ name, place, description }) => ({
        cells: [
          [{ to: fieldAddress(first, name), text: [{ code: name }] }],
          place === undefined ? ['not documented'] : [placeIn(bundle, shown, place)],
          description === undefined ? [] : [{ prose: description }],
        ],
      })),
    },
    ...(only.length === 0 ? [] : [{ paragraph: ['Only in the response: ', ...joined(links), '.'] }]),
  ];
}

/** A row for each field of a request; nothing if the document does not say where any of them shows. */
function rowsOf(bundle: OpenApiDocument, sent: string): NamedRow[] {
  const fields = Object.entries(schemaNamed(bundle, sent).properties ?? {});
  if (!fields.some(([, field]) => field['x-reflected-as'] !== undefined)) return [];
  return fields.map(([name, field]) => {
    const pointer = field['x-reflected-as'];
    return {
      name,
      place: pointer === undefined ? undefined : parsePointer(pointer),
      description: descriptionOf(field),
    };
  });
}

/** A link to the field if the page of the schema has it, else its names. */
function placeIn(bundle: OpenApiDocument, shown: string, names: readonly string[]): Inline {
  const code = { code: names.join('.') };
  let [owner, fields]: [string, string[]] = [shown, []];
  for (const name of names) {
    const field = fieldAt(schemaNamed(bundle, owner), [...fields, name]);
    if (!field) return code;
    fields = [...fields, name];
    if (field.$ref !== undefined && name !== names.at(-1)) [owner, fields] = [nameOf(field.$ref), []];
  }
  return { to: fieldAddress(owner, ...fields), text: [code] };
}

function fieldAt(schema: Schema, names: readonly string[]): Schema | undefined {
  return names.reduce<Schema | undefined>((found, name) => found?.properties?.[name], schema);
}

function schemaNamed(bundle: OpenApiDocument, name: string): Schema {
  return (bundle.components['schemas']?.[name] ?? {}) as Schema;
}

/** The pairs of all operations and of their items, those of stated operations first. */
function pairsOf(bundle: OpenApiDocument): Pair[] {
  const seen = new Set<string>();
  const pairs = new Map<string, Pair>();
  const add = (sent: string | undefined, shown: string | undefined): void => {
    if (sent === undefined || shown === undefined || seen.has(`${sent} ${shown}`)) return;
    seen.add(`${sent} ${shown}`);
    const rows = rowsOf(bundle, sent);
    const key = JSON.stringify([shown, rows.map(({ name, place }) => [name, place])]);
    if (rows.length > 0) pairs.set(key, { sent: [...(pairs.get(key)?.sent ?? []), sent], shown, rows });
    for (const field of Object.values(schemaNamed(bundle, sent).properties ?? {})) {
      const pointer = field['x-reflected-as'];
      const place = pointer === undefined ? undefined : fieldAt(schemaNamed(bundle, shown), parsePointer(pointer));
      add(nameIn(field), nameIn(place));
    }
  };
  for (const operation of statedFirst(bundle))
    add(nameInBody(bundle, operation.requestBody), nameInBody(bundle, successOf(bundle, operation)?.[1]));
  return [...pairs.values()];
}

function nameInBody(bundle: OpenApiDocument, body: object | undefined): string | undefined {
  const { content = {} } = body === undefined ? {} : dereference<{ content?: Record<string, MediaType> }>(bundle, body);
  return nameIn(Object.values(content)[0]?.schema as Schema | undefined);
}

/** The name of a schema, or of the schema of its items. */
function nameIn(schema: Schema | undefined): string | undefined {
  const reference = schema?.$ref ?? schema?.items?.$ref;
  return reference === undefined ? undefined : nameOf(reference);
}
