import { dereference } from '../../contract/dereference.js';
import { methods, type MediaType, type OpenApiDocument, type OpenApiOperation, type PathItem } from '../../contract/document.js';
import type { Schema } from '../../contract/schema.js';
import { standingOf } from '../../contract/standing.js';
import { plainAddress, plainSchemaAddress } from './addresses.js';
import { blocksToMarkdown } from './blocks-to-markdown.js';
import { joined, type Block, type Line } from './blocks.js';
import { otherForms, pages } from './html-page.js';
import { samplesOf } from './samples.js';
import { descriptionOf, nameOf, value } from './schema-text.js';
import { openQuestions, standingLine } from './standing-text.js';

/** The tabs of the samples; one whose language is not listed does not show. */
export const redocOptions = {
  codeSamples: {
    languages: [
      { lang: 'bash', label: 'curl' },
      { lang: 'typescript', label: 'TypeScript' },
      { lang: 'typescript', label: 'openapi-fetch' },
      { lang: 'payload', label: 'Payload' },
    ],
  },
};

/** The way back to the first page. The grey is one that shows on white and on black. */
const logo = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" width="190" height="20"><text y="15" font-family="sans-serif" font-size="14" font-weight="bold" fill="#777">← Directory docs</text></svg>',
)}`;

/**
 * The bundle as Redoc shows it: a copy that says in words, badges and samples what the extensions of the contract say,
 * and has neither these nor the register, which Redoc would only carry along. Its texts are Markdown of our own making:
 * Redoc lets HTML through.
 *
 * Badges are `{ name: standing, color: standing }`. Redoc makes a class `tag-<color>` of the colour, and shows them at
 * the heading, in the menu and among the results of a search; the template gives each its colours.
 */
export function forRedoc(bundle: OpenApiDocument): OpenApiDocument {
  // Redoc would take the server `{base_url}` for a path on the one that the page is from.
  const { 'x-unknowns': _register, servers = [], ...kept } = bundle as OpenApiDocument & { servers?: readonly Server[] };
  const { schemas = {}, ...components } = bundle.components as Record<string, Record<string, object>>;
  const elsewhere = [...pages, ...otherForms].filter(([to]) => to !== 'reference.html').map(([to, name]): Line => [{ to, text: [name] }]);
  return {
    ...kept,
    info: {
      ...explained(bundle.info, ...servers.flatMap(serverText), { paragraph: joined(elsewhere, ' · ') }),
      ...('summary' in bundle.info && { summary: markdown({ description: String(bundle.info.summary) }) }),
      // Redoc shows it above the menu.
      'x-logo': { url: logo, href: 'index.html', altText: 'All pages of the docs' },
    } as OpenApiDocument['info'],
    ...(bundle.tags && { tags: bundle.tags.map((tag) => explained(tag)) }),
    paths: mapped(bundle.paths, (item) => pathItemForRedoc(bundle, item)),
    components: {
      ...mapped(components, (kind) => mapped(kind, (each) => componentForRedoc(bundle, each))),
      schemas: mapped(schemas, (schema: Schema, name) => namedSchema(schema, name)),
    },
  };
}

interface Server {
  url: string;
  description?: string;
  variables?: Record<string, { default: string; description?: string }>;
}

function serverText({ url, description = '', variables = {} }: Server): Block[] {
  const values = Object.entries(variables).map(([name, variable]): Block => ({
    paragraph: [{ code: `{${name}}` }, ': ', { prose: variable.description ?? '' }, ' (', { code: variable.default }, ')'],
  }));
  return [{ paragraph: ['Server: ', { code: url }, '. ', { prose: description }] }, ...values];
}

function pathItemForRedoc(bundle: OpenApiDocument, item: PathItem): PathItem {
  return mapped(item as Record<string, object>, (value, key) => {
    const isOperation = methods.some((method) => method === key);
    return isOperation ? operationForRedoc(bundle, value as OpenApiOperation) : value;
  });
}

function operationForRedoc(bundle: OpenApiDocument, operation: OpenApiOperation): object {
  const { operationId, requestBody, responses, description, 'x-unknown': ids } = operation;
  const standing = standingOf(operation);
  return {
    ...without(operation),
    description: markdown(
      ...(description === undefined ? [] : [{ description }]),
      { paragraph: [unmarked(standingLine(operation))] },
      ...(ids ? [{ paragraph: [openQuestionsUnmarked(ids)] }] : []),
      { paragraph: [`In the client: ${operationId}.`] },
    ),
    externalDocs: { url: plainAddress(operationId), description: 'This operation without script, with links to its open questions' },
    ...(requestBody && { requestBody: componentForRedoc(bundle, requestBody) }),
    responses: mapped(responses, (response) => componentForRedoc(bundle, response)),
    'x-badges': [{ name: standing, color: standing }],
    'x-codeSamples': samplesOf(bundle, operation).map(({ language, lang, source }) => ({ lang, label: language, source })),
  };
}

/** A parameter, a body, a response, a security scheme: a description, and schemas below a media type or in it. */
function componentForRedoc(bundle: OpenApiDocument, component: object): object {
  if ('$ref' in component) return component;
  const { schema, content } = component as { schema?: Schema; content?: Record<string, MediaType> };
  return {
    ...explained(component, ...Object.values(content ?? {}).flatMap((media) => bodyText(bundle, media.schema))),
    ...(schema && { schema: schemaForRedoc(schema) }),
    ...(content && { content: mapped(content, (media) => ({ ...media, schema: schemaForRedoc(media.schema) })) }),
  };
}

/** What is said of the schema of a body, or of its items: Redoc shows the description of a schema at fields alone. */
function bodyText(bundle: OpenApiDocument, body: Schema): Block[] {
  const reference = body.$ref ?? body.items?.$ref;
  if (reference === undefined) return [];
  const schema = dereference<Schema>(bundle, { $ref: reference });
  const description = descriptionOf(schema);
  const name = nameOf(reference);
  return [
    ...(description === undefined ? [] : [{ description }]),
    { paragraph: [`Schema: ${name}, ${unmarked(schemaStanding(schema))}.`] },
    ...(schema['x-unknown'] ? [{ paragraph: [openQuestionsUnmarked(schema['x-unknown'])] }] : []),
  ];
}

/** `stated (§2.1)`: how sure a schema of the components is, which holds for its parts, too. */
function schemaStanding(schema: Schema): Line {
  const { section, stated } = schema['x-provenance'] ?? {};
  return [{ standing: stated ? 'stated' : 'inferred' }, ...(section === undefined ? [] : [` (§${section})`])];
}

/**
 * A line as text that Redoc does not parse as Markdown, since no character of it could mean anything there. It parses
 * what is said of every operation and every body before it shows the first one, which takes longer than all the rest.
 */
function unmarked(line: Line): string {
  const texts = line.map((part) => (typeof part === 'string' ? part : 'standing' in part ? part.standing : ''));
  return texts.join('').replaceAll('§', 'section ');
}

function openQuestionsUnmarked(ids: readonly string[]): string {
  return `Open questions: ${ids.join(', ')}`;
}

function namedSchema(schema: Schema, name: string): Schema {
  return schemaForRedoc(schema, { paragraph: [{ to: plainSchemaAddress(name), text: [name] }, ' · ', ...schemaStanding(schema)] });
}

function schemaForRedoc(schema: Schema, ...more: readonly Block[]): Schema {
  const { properties, items, additionalProperties, examples: _notShown, ...kept } = schema;
  const shown = explained<Record<string, unknown>>({ ...kept }, ...fieldFacts(schema), ...more);
  if (properties) shown['properties'] = mapped(properties, (each) => schemaForRedoc(each));
  if (items) shown['items'] = schemaForRedoc(items);
  if (typeof additionalProperties === 'object') shown['additionalProperties'] = schemaForRedoc(additionalProperties);
  for (const kind of ['allOf', 'anyOf', 'oneOf'] as const) {
    const parts = schema[kind];
    if (parts) shown[kind] = parts.map((part) => schemaForRedoc(part));
  }
  return shown as Schema;
}

/** `Seen: "public", "hidden". Shows as /status.`, or nothing. */
function fieldFacts({ 'x-known-values': known = [], 'x-reflected-as': reflected }: Schema): Block[] {
  const seen = known.length === 0 ? [] : [['Seen: ', ...joined(known.map((each) => [value(each)]), ', '), '.']];
  const shows = reflected === undefined ? [] : [['Shows as ', { code: reflected }, '.']];
  const facts = joined([...seen, ...shows], ' ');
  return facts.length === 0 ? [] : [{ paragraph: facts }];
}

/** What is said in words here, or read by programs alone. */
const extensions = new Set(['x-provenance', 'x-unknown', 'x-reflected-as', 'x-known-values', 'x-open']);

/** A copy without the extensions, whose description says more, and links to the open questions at its end. */
function explained<Place extends object>(place: Place, ...more: readonly Block[]): Place {
  const { description, 'x-unknown': ids } = place as { description?: string; 'x-unknown'?: readonly string[] };
  const questions = openQuestions('Open questions: ', ids);
  const text = markdown(
    ...(description === undefined ? [] : [{ description }]),
    ...more,
    ...(questions.length === 0 ? [] : [{ paragraph: questions }]),
  );
  return { ...without(place), ...(text && { description: text }) };
}

function without<Place extends object>(place: Place): Place {
  return Object.fromEntries(Object.entries(place).filter(([key]) => !extensions.has(key))) as Place;
}

function markdown(...blocks: readonly Block[]): string {
  // In the Markdown of Redoc these two characters begin a tag, in fences as well, and one of the tags is any HTML. A
  // joiner between them shows nothing.
  return blocks.length === 0 ? '' : blocksToMarkdown(blocks).trimEnd().replaceAll('{%', '{\u2060%');
}

function mapped<Value, Result>(record: Readonly<Record<string, Value>>, change: (value: Value, name: string) => Result): Record<string, Result> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value, name)]));
}
