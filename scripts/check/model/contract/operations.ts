import { followNames, isOpen, typesAt, withParts } from '../../../contract/composed-schema.js';
import type { Method, OpenApiDocument } from '../../../contract/document.js';
import type { Json, JsonObject } from '../../../contract/json.js';
import { isJson } from '../../../contract/json-success.js';
import { schemaInside, unwrap } from '../../../contract/object-envelope.js';
import { eachOperation, hasAnyProvenance, type PlacedParameter, parametersOf } from '../../../contract/operations.js';
import type { Paging } from '../../../contract/paging/paging.js';
import { escapeToken, parsePointer } from '../../../contract/pointer.js';
import { createSchemaResolver, dereference, dereferenceAt } from '../../../contract/references.js';
import type { Schema } from '../../../contract/schema.js';
import { fieldsOf } from '../../../contract/schema-fields.js';
import {
  isKeyOptional,
  requiresCredentials,
  type Security,
  securityOf,
  securityOptionsOf,
} from '../../../contract/security.js';
import { type Provenance, type Standing, standingOf } from '../../../contract/standing.js';
import { fits } from '../../values/fits.js';
import { sampleValue } from '../../values/sample.js';
import { type ParameterForm, readValue } from './parameter-encoding.js';

export interface CheckedParameter extends ParameterForm {
  in: 'path' | 'query' | 'header' | 'cookie';
  required: boolean;
  schema: Schema;
  example?: Json;
  /** Whether the document has an example or a default that the schema forbids. Such a value is not used. */
  hasBadExample?: boolean;
  /** The value that the user gave for all requests of the operation; never set for path parameters. */
  userValue?: string;
  /** Whether the parameter is a header that the user sets for every request. Only the transport knows its value. */
  isCommonHeader?: boolean;
  /** JSON pointer of the parameter. */
  pointer: string;
}

/** A body in one media type, and the place of its schema. If the body has an envelope, both are of its content. */
export interface CheckedBody {
  media: string;
  /** The schema of the whole body, or of the resource in its envelope. */
  schema: Schema;
  /** JSON pointer of the schema. */
  pointer: string;
  examples: { name: string; value: unknown }[];
  /** JSON pointer of the resource in the body; undefined if the body is the resource. */
  envelope?: string;
}

/** How each field of a form is encoded. Without a style, the media type of the field decides. */
export type FieldEncodings = Readonly<
  Record<string, Pick<ParameterForm, 'style' | 'explode' | 'allowReserved'> & { contentType?: string }>
>;

export interface RequestBody extends CheckedBody {
  required: boolean;
  /** Every media type that the operation accepts, including ranges such as `image/*`. */
  acceptedTypes?: readonly string[];
  /** How the fields of a form are written, if the document says so. */
  encodings?: FieldEncodings;
  /** The form fields that hold files, with the media types that these files may have. */
  files?: Readonly<Record<string, string>>;
  /** The fields that the user has given. Each body that the server should accept contains them. */
  givenFields?: JsonObject;
  /** Whether any binary file of the media range is a valid body. */
  isFile?: boolean;
  /** Whether an empty body is valid: an empty string, or a form without fields. */
  mayBeEmpty?: boolean;
}

export interface CheckedHeader {
  name: string;
  required: boolean;
  schema: Schema;
  /** Whether the value is JSON text, because the document describes it with `content`. */
  isJson: boolean;
  /** Whether an object in the header is written as `name=value`, and not as `name,value`. */
  explode: boolean;
  pointer: string;
}

export interface CheckedResponse {
  /** A status as the document writes it: `200`, `4XX` or `default`. */
  status: string;
  pointer: string;
  bodies: CheckedBody[];
  /** Whether the description of the response mentions a body, even if the document lists none. */
  mentionsBody: boolean;
  headers: CheckedHeader[];
  /** The open question about the JSON media type of the response, if it has no other media type. */
  mediaTypeQuestion?: string;
  /** The id of the question whose answer gives the JSON media type of the response. */
  answeredMediaType?: string;
}

/** Everything that the check knows about an operation, read from the contract. */
export interface CheckedOperation {
  id: string;
  method: Method;
  /** The path template, with the name of each parameter in braces. */
  path: string;
  tag: string;
  tags: readonly string[];
  summary?: string;
  description?: string;
  standing: Standing;
  /** The standing that the operation would have without the team's answers. */
  ownStanding?: Standing;
  /** Facets that the contract or an answer states; all facets if the document has no `x-provenance`. */
  statedFacets: ReadonlySet<string>;
  /** For each facet that is known only from an answer: the id of the question. */
  answered?: Readonly<Record<string, string>>;
  /** By kind of error (as in the register of unknowns), the id of the open question that leaves the kind undecided. */
  openErrors?: ReadonlyMap<string, string>;
  /** Whether the document marks which parts its source states (`x-provenance`). */
  hasProvenance?: boolean;
  /** JSON pointer of the operation. */
  pointer: string;
  parameters: CheckedParameter[];
  /** The names of the path parameters, in order. */
  pathParameters: string[];
  body: RequestBody | undefined;
  responses: CheckedResponse[];
  /** The usual success response, or else the first one in the contract; undefined if it lists no success. */
  success: CheckedResponse | undefined;
  security: Security;
  /** The other ways to send a key that the operation accepts. */
  otherSecurities?: readonly Security[];
  /** How the list that the operation returns is divided into pages, if the contract states it. */
  paging?: Paging;
  /** Whether the operation accepts requests without a key: one of its security requirements is empty. */
  isKeyOptional?: boolean;
  /** Whether the operation requires credentials, even if the check cannot send them. */
  wantsCredentials?: boolean;
}

const jsonMediaType = 'application/json';

const facets = ['name', 'method', 'path', 'request', 'responses'];

type AnyObject = Record<string, unknown>;
type ResolveSchema = (schema: Schema) => Schema;

/** Reads every operation of an OpenAPI 3.1 document of any service. */
export function readOperations(document: OpenApiDocument): CheckedOperation[] {
  const hasProvenance = hasAnyProvenance(document);
  const resolve = createSchemaResolver(document);
  const errorsByQuestion = new Map((document['x-unknowns'] ?? []).map(({ id, covers = [] }) => [id, covers]));
  return [...eachOperation(document)].map((entry) => {
    const { id, path, method, pointer, operation } = entry;
    const envelope = operation['x-envelope'] ?? {};
    const parameters = parametersOf(document, entry).map((parameter) => parameterOf(document, parameter, resolve));
    const responses = Object.entries(operation.responses ?? {}).map(([status, response]) => {
      const isSuccess = /^2/.test(status);
      const options = { status, envelope: isSuccess ? envelope.response : undefined };
      const checkedResponse = responseOf(document, `${pointer}/responses/${escapeToken(status)}`, response, options);
      const [body, ...otherBodies] = checkedResponse.bodies;
      // Questions about media types exist only for responses whose single media type is JSON.
      if (!body || otherBodies.length > 0 || !isJson(body.media)) return checkedResponse;
      return {
        ...checkedResponse,
        ...mediaTypeMarks(isSuccess ? operation : dereference<object>(document, response), errorsByQuestion),
      };
    });
    const provenance = operation['x-provenance'] as Provenance | undefined;
    const { stated = [], answered = {} } = provenance ?? {};
    return {
      id,
      method,
      // Some documents leave out the slash at the beginning.
      path: path.startsWith('/') ? path : `/${path}`,
      tag: operation.tags?.[0] ?? 'operations',
      tags: operation.tags ?? [],
      ...(typeof operation.summary === 'string' && { summary: operation.summary }),
      ...(typeof operation.description === 'string' && { description: operation.description }),
      standing: hasProvenance ? standingOf(operation) : 'stated',
      ownStanding: hasProvenance ? standingOf({ 'x-provenance': { stated } }) : 'stated',
      statedFacets: new Set(hasProvenance ? [...stated, ...Object.keys(answered)] : facets),
      answered,
      openErrors: new Map(
        (operation['x-unknown'] ?? []).flatMap((question) =>
          (errorsByQuestion.get(question) ?? []).map((kind) => [kind, question] as const),
        ),
      ),
      hasProvenance,
      pointer,
      parameters,
      pathParameters: [...path.matchAll(/\{([^}]+)\}/g)].map(([, name = '']) => name),
      body: bodyOf(document, pointer, operation.requestBody, envelope.request),
      responses,
      success: findSuccess(responses, operation['x-usual-status']),
      ...(operation['x-paging'] && { paging: operation['x-paging'] }),
      security: securityOf(document, operation),
      otherSecurities: securityOptionsOf(document, operation).slice(1),
      isKeyOptional: isKeyOptional(document, operation),
      wantsCredentials: requiresCredentials(document, operation),
    };
  });
}

/** Returns the usual success response, else the first one listed by number, else by range, else `default`. */
function findSuccess(responses: readonly CheckedResponse[], usualStatus?: string): CheckedResponse | undefined {
  return (
    responses.find(({ status }) => status === usualStatus) ??
    responses.find(({ status }) => /^2\d\d$/.test(status)) ??
    responses.find(({ status }) => /^2xx$/i.test(status)) ??
    responses.find(({ status }) => status === 'default')
  );
}

function parameterOf(
  document: OpenApiDocument,
  { pointer, parameter }: PlacedParameter,
  resolve: ResolveSchema,
): CheckedParameter {
  const [[media, content] = []] = Object.entries((parameter['content'] ?? {}) as Record<string, AnyObject>);
  const schema = (parameter['schema'] ?? content?.['schema'] ?? {}) as Schema;
  const { style, explode, allowReserved } = parameter;
  const [type, ...otherTypes] = typesAt(withParts([schema], resolve), resolve)?.filter((text) => text !== 'null') ?? [];
  const kind =
    otherTypes.length === 0 && (type === 'array' || type === 'object')
      ? type
      : media !== undefined && (type !== 'string' || otherTypes.length > 0)
        ? 'json'
        : undefined;
  const form: ParameterForm = {
    name: String(parameter['name']),
    in: parameter['in'] as CheckedParameter['in'],
    ...(media !== undefined && { media }),
    ...(typeof style === 'string' && { style }),
    ...(typeof explode === 'boolean' && { explode }),
    ...(allowReserved === true && { allowReserved }),
    ...(kind && { kind }),
  };
  const { name, in: place } = form;
  const [namedExample] = Object.values(
    (parameter['examples'] ?? content?.['examples'] ?? {}) as Record<string, { value?: unknown }>,
  );
  const exampleValue = namedExample && dereference<{ value?: unknown }>(document, namedExample).value;
  const candidate =
    parameter['example'] ??
    content?.['example'] ??
    exampleValue ??
    schema.example ??
    schema.examples?.[0] ??
    schema.default;
  const required = parameter['required'] === true;
  const hasBadExample = candidate !== undefined && !isValidExample(schema, candidate, resolve);
  const validExample = hasBadExample ? undefined : candidate;
  // `If-Match: *` matches any state (RFC 9110 §13.1.1).
  const example =
    place === 'header' && /^if-match$/i.test(name)
      ? '*'
      : (validExample ?? (required && place !== 'path' ? sampleParameter(resolve, schema, name) : undefined));
  return {
    ...form,
    in: place as CheckedParameter['in'],
    required,
    schema,
    pointer,
    ...(example !== undefined && {
      example: typeof example === 'string' ? readValue(form, example, ',') : (example as Json),
    }),
    ...(hasBadExample && { hasBadExample }),
  };
}

/** Whether the schema allows a value, or allows the result of parsing a string as JSON. */
function isValidExample(schema: Schema, value: unknown, resolve: ResolveSchema): boolean {
  const context = { resolve, references: () => [], salt: '' };
  if (fits(schema, value as Json, context)) return true;
  if (typeof value !== 'string') return false;
  // A string can contain the items of an array in several styles, so it is accepted without parsing.
  if ([resolve(schema).type].flat().includes('array')) return true;
  try {
    return fits(schema, JSON.parse(value) as Json, context);
  } catch {
    return false;
  }
}

function sampleParameter(resolve: ResolveSchema, schema: Schema, name: string): Json | undefined {
  const value = sampleValue(schema, name, { resolve, references: () => [], salt: `parameter ${name}` });
  return value === undefined ? undefined : shortenValue(resolve, schema, value);
}

/** Returns an array with as few items as the schema requires, but with at least one. Other values stay as they are. */
export function shortenValue(resolve: ResolveSchema, schema: Schema, value: Json): Json {
  return Array.isArray(value) ? value.slice(0, Math.max(1, resolve(schema).minItems ?? 1)) : value;
}

function bodyOf(document: OpenApiDocument, pointer: string, node: unknown, envelope?: string): RequestBody | undefined {
  if (typeof node !== 'object' || node === null) return undefined;
  const [bodyPointer, body] = dereferenceAt<AnyObject>(document, `${pointer}/requestBody`, node as AnyObject);
  const bodies = bodiesOf(document, bodyPointer, body, envelope);
  // Order of preference: plain JSON; a range that includes it; special forms such as `application/x+json`; forms and
  // text, which the check can also write; any other type.
  const mainBody =
    bodies.find(({ media }) => isSameMedia(media, jsonMediaType) && !media.includes('*')) ??
    bodies.find(({ media }) => isSameMedia(media, jsonMediaType)) ??
    bodies.find(({ media }) => isJson(media)) ??
    bodies.find(({ media }) => /^(?:application\/x-www-form-urlencoded|multipart\/|text\/plain)/i.test(media)) ??
    bodies[0];
  if (!mainBody) return undefined;
  const content = (body['content'] as Record<string, AnyObject>)[mainBody.media];
  const encodings = Object.fromEntries(
    Object.entries((content?.['encoding'] ?? {}) as Record<string, AnyObject>).map(([name, encoding]) => {
      const fields = Object.entries(encoding).filter(([field]) =>
        /^(?:style|explode|allowReserved|contentType)$/.test(field),
      );
      return [name, Object.fromEntries(fields)];
    }),
  ) as FieldEncodings;
  // A request cannot have a media range as its Content-Type.
  const media = mainBody.media.includes('*') ? jsonMediaType : mainBody.media;
  return {
    ...mainBody,
    media,
    required: body['required'] === true,
    acceptedTypes: bodies.map((body) => body.media),
    ...(media !== mainBody.media &&
      isBinary(createSchemaResolver(document)(mainBody.schema) as Schema & AnyObject) && { isFile: true }),
    ...(/^multipart\//i.test(media) && { files: filesOf(document, mainBody.schema, encodings) }),
    ...(Object.keys(encodings).length > 0 && { encodings }),
    ...(mayBeEmpty(document, media, mainBody.schema) && { mayBeEmpty: true }),
  };
}

function filesOf(document: OpenApiDocument, schema: Schema, encodings: FieldEncodings): Record<string, string> {
  const resolve = createSchemaResolver(document);
  return Object.fromEntries(
    [...fieldsOf({ resolve }, schema).properties].flatMap(([name, property]) => {
      const { items } = resolve(property);
      const file = resolve(items ?? property) as Schema & AnyObject;
      const mediaType = encodings[name]?.contentType ?? file['contentMediaType'];
      return isBinary(file) ? [[name, typeof mediaType === 'string' ? mediaType : 'application/octet-stream']] : [];
    }),
  );
}

/** Whether a schema describes a file: a binary string, or a string with a media type (OpenAPI 3.1.1 §4.8.15). */
function isBinary({ format, contentMediaType, contentEncoding }: Schema & AnyObject): boolean {
  return format === 'binary' || contentMediaType !== undefined || contentEncoding === 'binary';
}

function mayBeEmpty(document: OpenApiDocument, media: string, schema: Schema): boolean {
  const resolve = createSchemaResolver(document);
  if (/^(?:text\/plain|application\/octet-stream)\b/i.test(media)) return (resolve(schema).minLength ?? 0) === 0;
  return /^application\/x-www-form-urlencoded\b/i.test(media) && fieldsOf({ resolve }, schema).required.size === 0;
}

function responseOf(
  document: OpenApiDocument,
  place: string,
  node: object,
  { status, envelope }: { status: string; envelope: string | undefined },
): CheckedResponse {
  const [pointer, response] = dereferenceAt<AnyObject>(document, place, node as AnyObject);
  // A documented header Content-Type "SHALL be ignored", since `content` describes it (OAS 3.1 §4.8.17).
  const describedHeaders = Object.entries((response['headers'] ?? {}) as Record<string, AnyObject>).filter(
    ([name]) => name.toLowerCase() !== 'content-type',
  );
  const headers = describedHeaders.map(([name, entry]) => {
    const [headerPlace, header] = dereferenceAt<AnyObject>(document, `${pointer}/headers/${escapeToken(name)}`, entry);
    const [content] = Object.values((header['content'] ?? {}) as Record<string, AnyObject>);
    return {
      name: name.toLowerCase(),
      required: header['required'] === true,
      schema: (header['schema'] ?? content?.['schema'] ?? {}) as Schema,
      isJson: content !== undefined,
      explode: header['explode'] === true,
      pointer: `${headerPlace}/schema`,
    };
  });
  const mentionsBody = describesBody(String(response['description'] ?? ''));
  return { status, pointer, bodies: bodiesOf(document, pointer, response, envelope), mentionsBody, headers };
}

interface QuestionAnnotations {
  'x-unknown'?: string[];
  'x-answered'?: string[];
}

/** Returns the questions about a media type: for a refusal, its own; for a success, the questions of its operation. */
function mediaTypeMarks(
  { 'x-unknown': openIds = [], 'x-answered': answeredValues = [] }: QuestionAnnotations,
  errorsByQuestion: ReadonlyMap<string, readonly string[]>,
): Pick<CheckedResponse, 'mediaTypeQuestion' | 'answeredMediaType'> {
  const findQuestion = (ids: string[]): string | undefined =>
    ids.find((id) => errorsByQuestion.get(id)?.includes('media-type'));
  const [mediaTypeQuestion, answeredMediaType] = [findQuestion(openIds), findQuestion(answeredValues)];
  return { ...(mediaTypeQuestion && { mediaTypeQuestion }), ...(answeredMediaType && { answeredMediaType }) };
}

function describesBody(description: string): boolean {
  return /\b(?:body|contents|payload)\b/i.test(description) && !/\b(?:no|not|without|empty)\b/i.test(description);
}

/**
 * Returns the bodies with JSON first, since the first body of a success counts as the resource.
 *
 * @param envelope JSON pointer of the resource in each JSON body whose schema has this place
 */
function bodiesOf(document: OpenApiDocument, pointer: string, node: AnyObject, envelope?: string): CheckedBody[] {
  const rankOf = ([media]: [string, unknown]): number => (isJson(media) ? 0 : mayBeJson(media) ? 1 : 2);
  const contents = Object.entries((node['content'] ?? {}) as Record<string, AnyObject>);
  contents.sort((a, b) => rankOf(a) - rankOf(b));
  return contents.map(([media, content]) => {
    const examplesByName = Object.entries((content['examples'] ?? {}) as Record<string, { value?: unknown }>);
    const namedExamples = examplesByName.map(([name, node]) => ({ name, value: dereference(document, node).value }));
    const { example } = content;
    const examples = [...(example === undefined ? [] : [{ name: 'example', value: example }]), ...namedExamples];
    const wholeBody = {
      schema: (content['schema'] ?? {}) as Schema,
      pointer: `${pointer}/content/${escapeToken(media)}/schema`,
    };
    if (envelope === undefined || !mayBeJson(media) || !hasPlace(document, wholeBody.schema, envelope))
      return { media, ...wholeBody, examples };
    return {
      media,
      ...schemaInside(document, wholeBody, envelope),
      examples: examples.map(({ name, value }) => ({ name, value: unwrap(value, envelope) })),
      envelope,
    };
  });
}

function mayBeJson(media: string): boolean {
  return isJson(media) || isSameMedia(media, jsonMediaType);
}

/** Whether a schema has a field at a pointer, or allows any fields there: some success responses lack the resource. */
function hasPlace(document: OpenApiDocument, schema: Schema, pointer: string): boolean {
  const resolve = createSchemaResolver(document);
  const { at, rest } = followNames(withParts([schema], resolve), parsePointer(pointer), resolve);
  return rest.length === 0 || isOpen(at);
}

/** Returns the JSON pointer of the resource in the success response; undefined if the body is the resource. */
export function resourcePlaceOf({ success }: Pick<CheckedOperation, 'success'>): string | undefined {
  return success?.bodies[0]?.envelope;
}

/** Compares media types without regard to parameters and case. A range such as `image/*` matches the types in it. */
export function isSameMedia(range: string, mediaType: string): boolean {
  const toPlainMediaType = (text: string): string => text.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  const [expected, actual] = [toPlainMediaType(range), toPlainMediaType(mediaType)];
  return (
    expected === actual || expected === '*/*' || (expected.endsWith('/*') && actual.startsWith(expected.slice(0, -1)))
  );
}
