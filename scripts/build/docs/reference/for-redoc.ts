import {
  type MediaType,
  methods,
  type OpenApiDocument,
  type OpenApiOperation,
  type PathItem,
} from '../../../contract/document.js';
import { dereference } from '../../../contract/references.js';
import type { Schema } from '../../../contract/schema.js';
import { mapSchemas } from '../../../contract/schema-walk.js';
import { standingOf } from '../../../contract/standing.js';
import { groupAddress, schemaAddress } from '../links/addresses.js';
import { pagesLine } from '../pages/operation-blocks.js';
import { samplesOf } from '../pages/samples.js';
import { descriptionOf, inventedLine, knownValues, nameOf, readingOf, reflection } from '../pages/schema-text.js';
import { openQuestions, standingLine } from '../pages/standing-text.js';
import { otherForms } from '../site/menu.js';
import { type Block, joined, type Line, linkTo } from '../text/blocks.js';
import { blocksToMarkdown } from '../text/blocks-to-markdown.js';
import { type Server, serverText } from './reference-blocks.js';

/** The tabs of the samples; Redoc hides a sample whose language is not listed. */
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

/** The link back to the first page. This grey is visible on white and on black. */
const logo = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" width="190" height="20"><text y="15" font-family="sans-serif" ' +
    'font-size="14" font-weight="bold" fill="#777">← Directory docs</text></svg>',
)}`;

/**
 * The bundle for Redoc: a copy that expresses the contract's extensions as text, badges and samples, and contains
 * neither the extensions nor the register, which Redoc does not show. All added texts are generated Markdown, because
 * Redoc does not escape HTML.
 *
 * Badges are `{ name: standing, color: standing }`. Redoc turns the colour into a class `tag-<color>`, and shows badges
 * at the heading, in the menu and in search results; the template sets the colours of the classes.
 */
export function forRedoc(bundle: OpenApiDocument): OpenApiDocument {
  // Redoc would treat the server `{base_url}` as a path relative to its own page.
  const {
    'x-unknowns': _register,
    servers = [],
    ...kept
  } = bundle as OpenApiDocument & { servers?: readonly Server[] };
  const { schemas = {}, responses, ...components } = bundle.components as Record<string, Record<string, object>>;
  const elsewhere = [
    'index.html',
    'operations.html',
    'unknowns.html',
    'changelog.html',
    ...otherForms.map(({ path }) => path),
  ];
  return {
    ...kept,
    info: {
      ...explained(bundle.info, ...servers.flatMap(serverText), {
        paragraph: joined(
          elsewhere.map((to) => linkTo(to)),
          ' · ',
        ),
      }),
      ...('summary' in bundle.info && { summary: markdown({ description: String(bundle.info.summary) }) }),
      // Redoc shows the logo above the menu.
      'x-logo': { url: logo, href: 'index.html', altText: 'All pages of the docs' },
    } as OpenApiDocument['info'],
    ...(bundle.tags && { tags: bundle.tags.map(groupForRedoc) }),
    paths: mapped(bundle.paths, (item) => pathItemForRedoc(bundle, item)),
    components: {
      ...mapped(components, (kind) => mapped(kind, parameterForRedoc)),
      ...(responses && { responses: mapped(responses, (response) => bodyForRedoc(bundle, response)) }),
      schemas: mapped(schemas, (schema: Schema, name) => namedSchema(schema, name)),
    },
  };
}

function groupForRedoc(tag: NonNullable<OpenApiDocument['tags']>[number]): typeof tag {
  return explained(tag, {
    paragraph: [linkTo(groupAddress(tag.name), 'A page for each operation of this group')],
  });
}

function pathItemForRedoc(bundle: OpenApiDocument, item: PathItem): PathItem {
  return mapped(item as Record<string, object>, (value, key) => {
    const isOperation = methods.some((method) => method === key);
    return isOperation ? operationForRedoc(bundle, value as OpenApiOperation) : value;
  });
}

/**
 * Redoc parses the Markdown of every operation and response before it shows the first one, and this takes longer than
 * everything else that we add to its page. So these texts have no links and no characters with a meaning in Markdown.
 */
function operationForRedoc(bundle: OpenApiDocument, operation: OpenApiOperation): object {
  const { operationId, description, requestBody, responses, 'x-unknown': ids } = operation;
  const standing = standingOf(operation);
  const pages = pagesLine(operation);
  const reasons = plain(standingLine(operation)).trim();
  return {
    ...without(operation),
    description: markdown(
      ...(description === undefined ? [] : [{ description }]),
      ...(pages ? [{ paragraph: [plain(pages)] }] : []),
      { paragraph: [`Standing: ${standing}. ${reasons.replaceAll('§', 'section ')}`] },
      ...(ids ? [{ paragraph: [questionsUnmarked(ids)] }] : []),
      { paragraph: [`In the client: ${operationId}.`] },
    ),
    ...(requestBody && { requestBody: bodyForRedoc(bundle, requestBody, true) }),
    responses: mapped(responses, (response) => bodyForRedoc(bundle, response)),
    'x-badges': [{ name: standing, color: standing }],
    'x-codeSamples': samplesOf(bundle, operation).map(({ language, lang, source }) => ({
      lang,
      label: language,
      source,
    })),
  };
}

/** The text of a line, without standing. */
function plain(line: Line): string {
  return line.map((part) => (typeof part === 'string' ? part : 'code' in part ? part.code : '')).join('');
}

/**
 * A request or response body, with the standing of its schema or of the schema of its items. Redoc itself shows the
 * description of a schema only at fields.
 */
function bodyForRedoc(bundle: OpenApiDocument, body: object, isDescribed = false): object {
  if ('$ref' in body) return body;
  const { content = {} } = body as { content?: Record<string, MediaType> };
  const texts = Object.values(content).flatMap(({ schema }: { schema: Schema }): Block[] => {
    const reference = schema.$ref ?? schema.items?.$ref;
    if (reference === undefined) return [];
    const named = dereference<Schema>(bundle, { $ref: reference });
    const description = isDescribed ? descriptionOf(named) : undefined;
    const standing = textOfStanding(named, 'section ');
    return [
      ...(description === undefined ? [] : [{ description }]),
      { paragraph: [`Schema: ${nameOf(reference)}, ${standing}. ${questionsUnmarked(named['x-unknown'])}`.trim()] },
    ];
  });
  return {
    ...explained(body, ...texts),
    ...('content' in body && {
      content: mapped(content, (media) => ({ ...media, schema: schemaForRedoc(media.schema) })),
    }),
  };
}

function questionsUnmarked(ids: readonly string[] = []): string {
  return ids.length === 0 ? '' : `Open questions: ${ids.join(', ')}.`;
}

/** `stated (§2.1)`: the standing of a component schema, which also applies to its parts. */
function textOfStanding(
  { 'x-provenance': { section, stated, answered } = {} }: Schema,
  sign: '§' | 'section ',
): string {
  if (!stated && answered !== undefined) return `answered (${answered})`;
  return `${stated ? 'stated' : 'inferred'}${section === undefined ? '' : ` (${sign}${section})`}`;
}

/** Also for security schemes. */
function parameterForRedoc(component: { schema?: Schema; 'x-prefix'?: string }): object {
  const { 'x-prefix': prefix } = component;
  const word: Block[] = prefix ? [{ paragraph: ['Before the key: ', { code: prefix }, ' and a space.'] }] : [];
  return { ...explained(component, ...word), ...(component.schema && { schema: schemaForRedoc(component.schema) }) };
}

function namedSchema(schema: Schema, name: string): Schema {
  return schemaForRedoc(schema, {
    paragraph: [linkTo(schemaAddress(name), name), `, ${textOfStanding(schema, '§')}`],
  });
}

function schemaForRedoc(schema: Schema, ...more: readonly Block[]): Schema {
  const { examples: _notShown, additionalProperties: others, ...kept } = schema;
  // Without a schema, Redoc would show a field under any name.
  const open = typeof others === 'object' ? { additionalProperties: others } : {};
  const shown = mapSchemas({ ...kept, ...open }, schemaForRedoc, (ref) => ref);
  return explained(shown, ...fieldFacts(schema), ...more) as Schema;
}

function fieldFacts(schema: Schema): Block[] {
  const facts = joined([...knownValues(schema), ...reflection(schema)], ' ');
  return facts.length === 0 ? [] : [{ paragraph: facts }];
}

/** Extensions that are expressed as text here, or that only programs read. */
const extensions = new Set(
  [
    ...['source-name', 'provenance', 'unknown', 'answered', 'reflected-as', 'known-values', 'open', 'interpreted'],
    ...['invented', 'paging', 'prefix'],
  ].map((name) => `x-${name}`),
);

/** A copy without extensions, with a longer description that ends with links to the open questions. */
function explained<Place extends object>(place: Place, ...more: readonly Block[]): Place {
  const {
    description,
    'x-unknown': ids,
    'x-invented': invented,
  } = place as { description?: string; 'x-unknown'?: readonly string[]; 'x-invented'?: readonly string[] };
  const questions = openQuestions('Open questions: ', ids);
  const text = markdown(
    ...(description === undefined ? [] : [{ description: readingOf(description, place) }]),
    ...(invented === undefined ? [] : [{ paragraph: inventedLine(invented) }]),
    ...more,
    ...(questions.length === 0 ? [] : [{ paragraph: questions }]),
  );
  return { ...without(place), ...(text && { description: text }) };
}

function without<Place extends object>(place: Place): Place {
  return Object.fromEntries(Object.entries(place).filter(([key]) => !extensions.has(key))) as Place;
}

function markdown(...blocks: readonly Block[]): string {
  // In Redoc's Markdown these two characters start a tag, even in code blocks, and tags can contain any HTML. An
  // invisible word joiner between them prevents this.
  return blocks.length === 0
    ? ''
    : blocksToMarkdown(blocks, 'reference.html', (path) => path)
        .trimEnd()
        .replaceAll('{%', '{\u2060%');
}

function mapped<Value, Result>(
  record: Readonly<Record<string, Value>>,
  change: (value: Value, name: string) => Result,
): Record<string, Result> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value, name)]));
}
