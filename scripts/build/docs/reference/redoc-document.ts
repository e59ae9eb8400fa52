import {
  type MediaType,
  methods,
  type OpenApiDocument,
  type OpenApiOperation,
  type PathItem,
} from '../../../contract/document.js';
import { textOfPrefix } from '../../../contract/key-prefix.js';
import { dereference } from '../../../contract/references.js';
import type { Schema } from '../../../contract/schema.js';
import { mapSchemas } from '../../../contract/schema-walk.js';
import { standingOf } from '../../../contract/standing.js';
import { exceptionText } from '../../artefacts/provenance-text.js';
import { groupAddress, schemaAddress } from '../links/addresses.js';
import { pagesLine } from '../pages/operation-blocks.js';
import { firstSamplesOf } from '../pages/samples.js';
import {
  descriptionOf,
  interpretationLines,
  inventedValuesLine,
  knownValuesLines,
  nameOf,
  reflectionLines,
} from '../pages/schema-text.js';
import { questionLinks, standingLine } from '../pages/standing-text.js';
import { otherFormats } from '../site/menu.js';
import { type Block, joinParts, linkTo, type TextLine } from '../text/blocks.js';
import { blocksToMarkdown } from '../text/blocks-to-markdown.js';
import { type Server, serverBlocks } from './reference-blocks.js';

/** The tabs with sample calls. Redoc hides a sample whose language is not listed here. */
export const redocOptions = {
  codeSamples: {
    languages: [
      { lang: 'bash', label: 'curl' },
      { lang: 'typescript', label: 'TypeScript' },
      { lang: 'payload', label: 'Payload' },
    ],
  },
};

/** The picture in the link to the first page. This grey is legible on white and on black. */
const logo = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" width="190" height="20"><text y="15" font-family="sans-serif" ' +
    'font-size="14" font-weight="bold" fill="#777">← All pages</text></svg>',
)}`;

/**
 * A copy of the bundle for Redoc. Texts, badges and samples replace the contract's extensions, which Redoc does not
 * show. Redoc does not escape HTML, so all texts are generated Markdown. Badges are `{ name: standing, color: standing
 * }`: Redoc turns the colour into a class `tag-<color>`, whose colour the template sets, and shows badges in headings,
 * in the menu and in search results.
 */
export function toRedocDocument(bundle: OpenApiDocument): OpenApiDocument {
  // Leave out `servers`: Redoc would treat the server `{base_url}` as a path relative to its own page.
  const {
    'x-unknowns': _unknowns,
    servers = [],
    ...rest
  } = bundle as OpenApiDocument & { servers?: readonly Server[] };
  const { schemas = {}, responses, ...components } = bundle.components as Record<string, Record<string, object>>;
  const otherPages = [
    'index.html',
    'operations.html',
    'unknowns.html',
    'changelog.html',
    ...otherFormats.map(({ path }) => path),
  ];
  return {
    ...rest,
    info: {
      ...withDescription(bundle.info, ...servers.flatMap(serverBlocks), {
        paragraph: joinParts(
          otherPages.map((to) => linkTo(to)),
          ' · ',
        ),
      }),
      ...('summary' in bundle.info && { summary: markdown({ description: String(bundle.info.summary) }) }),
      // Redoc shows the logo above the menu.
      'x-logo': { url: logo, href: 'index.html', altText: 'All pages of the docs' },
    } as OpenApiDocument['info'],
    ...(bundle.tags && { tags: bundle.tags.map(groupForRedoc) }),
    paths: mapValues(bundle.paths, (item) => pathItemForRedoc(bundle, item)),
    components: {
      ...mapValues(components, (kind) => mapValues(kind, parameterForRedoc)),
      ...(responses && { responses: mapValues(responses, (response) => bodyForRedoc(bundle, response)) }),
      schemas: mapValues(schemas, (schema: Schema, name) => componentSchema(schema, name)),
    },
  };
}

function groupForRedoc(tag: NonNullable<OpenApiDocument['tags']>[number]): typeof tag {
  return withDescription(tag, {
    paragraph: [linkTo(groupAddress(tag.name), 'A page for each operation of this group')],
  });
}

function pathItemForRedoc(bundle: OpenApiDocument, item: PathItem): PathItem {
  return mapValues(item as Record<string, object>, (value, key) => {
    const isOperation = methods.some((method) => method === key);
    return isOperation ? operationForRedoc(bundle, value as OpenApiOperation) : value;
  });
}

/**
 * An operation for Redoc. Before Redoc shows anything, it parses the Markdown of all operations and responses. To save
 * time, these texts contain no links and no Markdown.
 */
function operationForRedoc(bundle: OpenApiDocument, operation: OpenApiOperation): object {
  const { operationId, description, requestBody, responses, 'x-unknown': ids } = operation;
  const standing = standingOf(operation);
  const pages = pagesLine(operation);
  const reasons = plainText(standingLine(operation)).trim();
  return {
    ...withoutExtensions(operation),
    description: markdown(
      ...(description === undefined ? [] : [{ description }]),
      ...(pages ? [{ paragraph: [plainText(pages)] }] : []),
      { paragraph: [`Standing: ${standing}. ${reasons.replaceAll('§', 'section ')}`] },
      ...(ids ? [{ paragraph: [questionsText(ids)] }] : []),
      { paragraph: [`In the client: ${operationId}.`] },
    ),
    ...(requestBody && { requestBody: bodyForRedoc(bundle, requestBody, true) }),
    responses: mapValues(responses, (response) => bodyForRedoc(bundle, response)),
    'x-badges': [{ name: standing, color: standing }],
    'x-codeSamples': firstSamplesOf(bundle, operation).map(({ language, lang, source }) => ({
      lang,
      label: language,
      source,
    })),
  };
}

/** The plain text and the code of a line; all its other parts are left out. */
function plainText(line: TextLine): string {
  return line.map((part) => (typeof part === 'string' ? part : 'code' in part ? part.code : '')).join('');
}

/**
 * A request body or response, with the standing of its schema or of its list items' schema. With `needsDescription`,
 * adds the description of that schema, because Redoc shows only descriptions of field schemas.
 */
function bodyForRedoc(bundle: OpenApiDocument, body: object, needsDescription = false): object {
  if ('$ref' in body) return body;
  const { content = {} } = body as { content?: Record<string, MediaType> };
  const texts = Object.values(content).flatMap(({ schema }: { schema: Schema }): Block[] => {
    const reference = schema.$ref ?? schema.items?.$ref;
    if (reference === undefined) return [];
    const target = dereference<Schema>(bundle, { $ref: reference });
    const description = needsDescription ? descriptionOf(target) : undefined;
    const standing = standingText(target, 'section ');
    return [
      ...(description === undefined ? [] : [{ description }]),
      { paragraph: [`Schema: ${nameOf(reference)}, ${standing}. ${questionsText(target['x-unknown'])}`.trim()] },
    ];
  });
  return {
    ...withDescription(body, ...texts),
    ...('content' in body && {
      content: mapValues(content, (mediaType) => ({ ...mediaType, schema: schemaForRedoc(mediaType.schema) })),
    }),
  };
}

function questionsText(ids: readonly string[] = []): string {
  return ids.length === 0 ? '' : `Open questions: ${ids.join(', ')}.`;
}

/** The standing of a component schema, such as `stated (§2.1)`; it also applies to the schema's fields. */
function standingText(schema: Schema, sectionSign: '§' | 'section '): string {
  const { section, stated, answered } = schema['x-provenance'] ?? {};
  if (!stated && answered !== undefined) return `answered (${answered})`;
  const place = section === undefined ? '' : ` (${sectionSign}${section})`;
  return `${stated ? 'stated' : 'inferred'}${exceptionText(schema)}${place}`;
}

/** A parameter for Redoc; also used for other components, such as security schemes. */
function parameterForRedoc(component: { schema?: Schema; 'x-prefix'?: string }): object {
  const { 'x-prefix': prefix } = component;
  const end = prefix && textOfPrefix(prefix) !== prefix ? ' and a space.' : '.';
  const prefixBlocks: Block[] = prefix ? [{ paragraph: ['Before the key: ', { code: prefix }, end] }] : [];
  return {
    ...withDescription(component, ...prefixBlocks),
    ...(component.schema && { schema: schemaForRedoc(component.schema) }),
  };
}

function componentSchema(schema: Schema, name: string): Schema {
  return schemaForRedoc(schema, {
    paragraph: [linkTo(schemaAddress(name), name), `, ${standingText(schema, '§')}`],
  });
}

function schemaForRedoc(schema: Schema, ...extraBlocks: readonly Block[]): Schema {
  const { examples: _examples, additionalProperties: additionalSchema, ...rest } = schema;
  // Keep `additionalProperties` only if it is a schema: Redoc would show `true` as one more field.
  const openFields = typeof additionalSchema === 'object' ? { additionalProperties: additionalSchema } : {};
  const copy = mapSchemas({ ...rest, ...openFields }, schemaForRedoc, (ref) => ref);
  return withDescription(copy, ...fieldFacts(schema), ...extraBlocks) as Schema;
}

function fieldFacts(schema: Schema): Block[] {
  const facts = joinParts([...knownValuesLines(schema), ...reflectionLines(schema)], ' ');
  return facts.length === 0 ? [] : [{ paragraph: facts }];
}

/** Extensions that this file turns into text, or that only programs read. */
const extensions = new Set(
  [
    ...['source-name', 'provenance', 'unknown', 'answered', 'reflected-as', 'known-values', 'open', 'interpreted'],
    ...['invented', 'paging', 'prefix'],
  ].map((name) => `x-${name}`),
);

/** A copy without extensions. Its description is followed by the given blocks and by links to the open questions. */
function withDescription<Part extends object>(part: Part, ...extraBlocks: readonly Block[]): Part {
  const {
    description,
    'x-unknown': ids,
    'x-invented': inventedPointers,
  } = part as { description?: string; 'x-unknown'?: readonly string[]; 'x-invented'?: readonly string[] };
  const questions = questionLinks('Open questions: ', ids);
  const text = markdown(
    ...(description === undefined ? [] : [{ description }]),
    ...interpretationLines(part).map((paragraph) => ({ paragraph })),
    ...(inventedPointers === undefined ? [] : [{ paragraph: inventedValuesLine(inventedPointers) }]),
    ...extraBlocks,
    ...(questions.length === 0 ? [] : [{ paragraph: questions }]),
  );
  return { ...withoutExtensions(part), ...(text && { description: text }) };
}

function withoutExtensions<Part extends object>(part: Part): Part {
  return Object.fromEntries(Object.entries(part).filter(([key]) => !extensions.has(key))) as Part;
}

function markdown(...blocks: readonly Block[]): string {
  // In Redoc's Markdown `{%` starts a tag, even in code blocks, and tags can contain any HTML. An invisible word joiner
  // between the two characters prevents this.
  return blocks.length === 0
    ? ''
    : blocksToMarkdown(blocks, 'reference.html', (path) => path)
        .trimEnd()
        .replaceAll('{%', '{\u2060%');
}

function mapValues<Value, Result>(
  record: Readonly<Record<string, Value>>,
  change: (value: Value, name: string) => Result,
): Record<string, Result> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value, name)]));
}
