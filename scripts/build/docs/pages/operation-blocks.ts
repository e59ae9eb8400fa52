import type {
  MediaType,
  Method,
  OpenApiDocument,
  OpenApiOperation,
  OpenApiResponse,
} from '../../../contract/document.js';
import type { Example } from '../../../contract/example-walk.js';
import { eachOperation } from '../../../contract/operations.js';
import { headerAt } from '../../../contract/paging/header-place.js';
import { describePageValue, type PageQuery, type Paging, type Place } from '../../../contract/paging/paging.js';
import { dereference } from '../../../contract/references.js';
import type { Schema } from '../../../contract/schema.js';
import { standingOf } from '../../../contract/standing.js';
import { exampleAnchor, parameterAnchor, responseAnchor } from '../links/addresses.js';
import { type Block, type FoldedBlocks, joinParts, type Row, type TextLine } from '../text/blocks.js';
import { firstSamplesOf, samplesOf } from './samples.js';
import { inventedValuesLine, nameOf, typeOf, valueCode } from './schema-text.js';
import { questionLinks, standingLine } from './standing-text.js';

export interface PathOperation {
  path: string;
  method: Method;
  operation: OpenApiOperation;
}

interface Parameter {
  name?: string;
  in?: string;
  required?: boolean;
  description?: string;
  schema?: Schema;
  example?: unknown;
  'x-unknown'?: string[];
}

/** An example from `components`, or an inline example. */
export interface NamedExample extends Example {
  name: string;
}

/** Name, method, path, standing, description and paging of an operation; the caller adds the heading. */
export function operationFacts({ path, method, operation }: PathOperation): Block[] {
  const pages = pagesLine(operation);
  return [
    { paragraph: [{ method, path }] },
    { paragraph: [{ code: operation.operationId }, ' · ', ...standingLine(operation)], isQuiet: true },
    ...(operation.description === undefined ? [] : [{ description: operation.description }]),
    ...(pages ? [{ paragraph: pages }] : []),
  ];
}

export function parameterBlocks(bundle: OpenApiDocument, operation: OpenApiOperation): Block[] {
  const parameters = (operation.parameters ?? []).map((each) => dereference<Parameter>(bundle, each as Parameter));
  if (parameters.length === 0) return [];
  return [{ columns: ['Parameter', 'Type', 'Place', 'Description'], rows: parameters.map(parameterRow) }];
}

function parameterRow(parameter: Parameter): Row {
  const { name = '', in: place, schema = {}, required, description, example } = parameter;
  return {
    id: parameterAnchor(`${place}.${name}`),
    cells: [
      [{ code: name }],
      [...typeOf(schema), ...(required ? [', ', { strong: 'required' }] : [])],
      [`in the ${place}`],
      [
        ...(description === undefined ? [] : [{ prose: description }]),
        ...(example === undefined ? [] : [' For example ', valueCode(example), '.']),
        ...questionLinks(' Open: ', parameter['x-unknown']),
      ],
    ],
  };
}

export function requestBlocks({ requestBody }: OpenApiOperation): Block[] {
  if (!requestBody) return [];
  const isRequired = (requestBody as { required?: boolean }).required === true;
  return [{ paragraph: [isRequired ? 'Required. ' : 'Optional. ', ...bodyLine(requestBody.content)] }];
}

/** @param foldBody returns the schemas of a response that the page does not show yet */
export function responsesTable(
  bundle: OpenApiDocument,
  operation: OpenApiOperation,
  foldBody: (status: string, response: OpenApiResponse) => FoldedBlocks | undefined = () => undefined,
): Block {
  const rows = responsesOf(bundle, operation).map(({ status, response }): Row => {
    const inside = foldBody(status, response);
    return {
      id: responseAnchor(status),
      cells: [
        statusText(status),
        response.content ? bodyLine(response.content) : ['no body'],
        [
          { prose: response.description },
          ...questionLinks(' Open: ', (response as { 'x-unknown'?: string[] })['x-unknown']),
        ],
      ],
      ...(inside && { inside }),
    };
  });
  return { columns: ['Status', 'Body', 'Meaning'], rows };
}

function statusText(status: string): TextLine {
  return status === 'default' ? ['Any other 4xx or 5xx'] : [{ code: status }];
}

/** The schema of each body as a link, after its media type unless that is JSON. */
function bodyLine(content: Record<string, MediaType>): TextLine {
  const bodies = Object.entries(content).map(([mediaType, { schema }]): TextLine => {
    const type = typeOf(schema);
    return mediaType === 'application/json' ? type : [{ code: mediaType }, ': ', ...type];
  });
  return joinParts(bodies, '; ');
}

export function responsesOf(
  bundle: OpenApiDocument,
  operation: OpenApiOperation,
): { status: string; response: OpenApiResponse }[] {
  return Object.entries(operation.responses).map(([status, response]) => ({
    status,
    response: dereference<OpenApiResponse>(bundle, response),
  }));
}

/** All operations, starting with those that the source documents in full. */
export function sortByStanding(bundle: OpenApiDocument): OpenApiOperation[] {
  const rank = (operation: OpenApiOperation): number => Number(standingOf(operation) !== 'stated');
  return [...eachOperation(bundle)].map(({ operation }) => operation).sort((a, b) => rank(a) - rank(b));
}

/** The `content` of the request body and of each response of an operation. */
export function contentsOf(
  bundle: OpenApiDocument,
  operation: OpenApiOperation,
): (Record<string, MediaType> | undefined)[] {
  const responses = responsesOf(bundle, operation).map(({ response }) => response.content);
  return [operation.requestBody?.content, ...responses];
}

/** The examples of a body, each named after its component; an inline example is named after its key. */
export function examplesOf(bundle: OpenApiDocument, content: Record<string, MediaType> | undefined): NamedExample[] {
  return Object.values(content ?? {}).flatMap(({ examples }) =>
    Object.entries(examples ?? {}).map(([key, example]) => {
      const name = '$ref' in example ? nameOf(example.$ref) : key;
      return { ...dereference<Example>(bundle, example), name };
    }),
  );
}

/** An example under a heading with its name, formatted as a body. Examples of responses also have a `status`. */
export function exampleBlocks(
  { name, summary, value: content, 'x-invented': inventedPointers }: NamedExample,
  status?: string,
): Block[] {
  const isText = typeof content === 'string';
  return [
    {
      heading: [...(status === undefined ? [] : [`${status} `]), { code: name }],
      level: 3,
      id: exampleAnchor(name),
    },
    ...(summary === undefined ? [] : [{ paragraph: [{ prose: summary }] }]),
    { source: isText ? content : JSON.stringify(content, undefined, 2), language: isText ? '' : 'json' },
    ...(inventedPointers === undefined ? [] : [{ paragraph: inventedValuesLine(inventedPointers) }]),
  ];
}

export function sampleBlocks(bundle: OpenApiDocument, operation: OpenApiOperation): Block[] {
  return firstSamplesOf(bundle, operation).flatMap(({ language, lang, source }): Block[] => [
    { paragraph: [{ strong: language }] },
    { source, language: lang },
  ]);
}

/** The sample calls of an operation as tabs; Markdown has only the first. */
export function sampleTabs(bundle: OpenApiDocument, operation: OpenApiOperation): Block {
  const tabs = samplesOf(bundle, operation).map(({ language, lang, source }): Block[] => [
    { heading: [language], level: 3, id: `call-${language.toLowerCase()}` },
    { source, language: lang },
  ]);
  const { length } = firstSamplesOf(bundle, operation);
  return { tabs: tabs.slice(0, length), moreTabs: tabs.slice(length), about: 'calls' };
}

/** A paragraph on where a response has the items, and how to get the next page. Undefined without `x-paging`. */
export function pagesLine({ 'x-paging': paging }: OpenApiOperation): TextLine | undefined {
  if (!paging) return undefined;
  const { items, empty, total, page } = paging;
  return [
    'Pages: ',
    ...(items ? ['a response has the items at ', { code: items }] : ['a response is the list of items']),
    ...(empty ? [' (missing if there are none)'] : []),
    ...(total === undefined ? ['.'] : [', and the number of all items ', ...placeLine(total), '.']),
    ...nextPageText(paging),
    ...(page ? queryText(page) : []),
  ];
}

function nextPageText({ next, total, page }: Paging): TextLine {
  const header = headerAt(next);
  if (header === 'link') return [' The header ', { code: 'Link' }, ' with rel="next" leads to the next page.'];
  if (header === 'content-range')
    return [
      ' The next page begins after the range in the header ',
      { code: 'Content-Range' },
      '; the last page is empty, or ends at the number of all items.',
    ];
  if (typeof next === 'object')
    return [' The header ', { code: next.header }, ' leads to the next page; on the last page it is empty or missing.'];
  if (next !== undefined)
    return [
      ' ',
      { code: next },
      page?.by === 'last-item'
        ? ' is true if there is a next page.'
        : ' leads to the next page; on the last page it is null, false, empty or missing.',
    ];
  if (!page) return [' The list has only one page.'];
  return [
    ` Ask for the next page until ${total === undefined ? '' : 'all items have arrived, or until '}a page is empty.`,
  ];
}

/** The end of a phrase that says where a value is, such as `in the header X-Total` or `at /count`. */
function placeLine(place: Place): TextLine {
  return typeof place === 'object' ? ['in the header ', { code: place.header }] : ['at ', { code: place }];
}

function queryText(page: PageQuery): TextLine {
  const { query, size } = page;
  return [
    ' The query parameter ',
    { code: query },
    ' is ',
    ...describePageValue(page),
    ...(size === undefined ? ['.'] : ['; ', { code: size }, ' is the number of items on a page.']),
  ];
}
