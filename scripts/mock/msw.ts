// The module `directory-contract/msw`. It runs in Node.js and in browsers, and does not load the sandbox.
import { HttpHandler, type RequestHandlerOptions } from 'msw';
import { apiErrorRecordNotFound, apiErrorUnexpected } from '../../generated/examples.js';
import { operationTable } from '../../generated/operation-table.js';
import type { operations } from '../../generated/types.js';
import type { CallArgument, CallData, OperationRow } from '../client/types.js';
import { parseJsonOrText } from '../contract/json.js';
import { decodePath, parameterNames, pathSource } from '../contract/path-template.js';
import { literalPattern } from '../text/literal-pattern.js';

type Names<Call, Section> = Section extends keyof Call ? keyof NonNullable<Call[Section]> : never;

/** A request as a resolver receives it. */
interface ReceivedCall<PathName extends PropertyKey, QueryName extends PropertyKey, Body> {
  /** The values of the path parameters, decoded. */
  readonly path: Readonly<Record<PathName, string>>;
  /** The query parameters; of repeated ones, the last. If the contract declares none, any name is allowed. */
  readonly query: Partial<Record<[QueryName] extends [never] ? string : QueryName, string>>;
  /** The JSON value, or the text of another media type; undefined if the body is empty. */
  readonly body: Body;
  readonly request: Request;
}

// biome-ignore lint/suspicious/noConfusingVoidType: up to TypeScript 5.9, `() => {}` does not return undefined.
type Result<Data> = Data | Response | Promise<Data | Response> | (undefined extends Data ? void : never);

type Failure<Operation> = Operation extends { responses: { default: { content: infer Content } } }
  ? Content[keyof Content]
  : unknown;

/** The types are parts of the operation, because editors would show each member of a whole operation. */
interface CallHandler<PathName extends PropertyKey, QueryName extends PropertyKey, Body, Data, Failure> {
  /** Responds with the data that the resolver returns, and the success status; or with a `Response` that it returns. */
  (resolver: (call: ReceivedCall<PathName, QueryName, Body>) => Result<Data>): HttpHandler;
  /** Responds to one request only. */
  once(resolver: (call: ReceivedCall<PathName, QueryName, Body>) => Result<Data>): HttpHandler;
  /** Responds with an error: `error(404)`, `error(500, 'Down.', { once: true })`. The default body is an example. */
  error(status: number, body?: Failure | string, options?: RequestHandlerOptions): HttpHandler;
}

export type OperationHandler<Operation, Call = CallArgument<Operation>> = CallHandler<
  Names<Call, 'path'>,
  Names<Call, 'query'>,
  'body' extends keyof Call ? Call['body'] : undefined,
  CallData<Operation>,
  Failure<Operation>
>;

export type Handlers<Operations> = { readonly [Id in keyof Operations]: OperationHandler<Operations[Id]> };

/**
 * Returns typed request handlers for Mock Service Worker, by operation:
 *
 * ```ts
 * const directory = handlers('https://directory.example.com');
 * setupServer(directory.getTier(({ path }) => tier({ id: path.tier_id })), directory.updateTier.error(404));
 * ```
 *
 * For code of `directory-contract generate`, pass its types and its table: `handlers<operations>(url, operationTable)`.
 *
 * @throws Error if `baseUrl` is not an absolute URL
 */
export function handlers<Operations = operations>(
  baseUrl: string,
  table: Readonly<Record<string, OperationRow>> = operationTable,
): Handlers<Operations> {
  if (!URL.canParse(baseUrl))
    throw new Error(
      `Expected an absolute URL such as https://directory.example.com, found ${JSON.stringify(baseUrl)}.`,
    );
  const base = new URL(baseUrl).href.replace(/\/$/, '');
  const templates = Object.values(table).map(({ path }) => path);
  const entries = Object.entries(table).map(([id, row]) => [id, handlerOf(base, row, templates)]);
  return Object.fromEntries(entries) as Handlers<Operations>;
}

type AnyResolver = (call: object) => unknown;

function handlerOf(base: string, { method, path: template, success, media }: OperationRow, templates: string[]) {
  const create = (resolver: AnyResolver, options: RequestHandlerOptions = {}): HttpHandler => {
    // More concrete paths come before templated ones (OpenAPI 3.1 §4.8.8.2), whether or not they have a handler.
    const others = templates.filter((each) => fits(each, template) && !fits(template, each));
    const address =
      literalPattern(base) + others.map((each) => `(?!${addressSource(each)}$)`).join('') + addressSource(template);
    const segments = new RegExp(`${pathSource(template)}$`);
    const respond = async ({ request }: { request: Request }): Promise<Response> => {
      const { pathname, searchParams } = new URL(request.url);
      const values = segments.exec(pathname) ?? [];
      const path = parameterNames(template).map((name, index) => [name, decodePath(values[index + 1] ?? '')]);
      const text = await request.clone().text();
      const isJson = /json/.test(request.headers.get('content-type') ?? '');
      const body = text === '' ? undefined : isJson ? parseJsonOrText(text) : text;
      const call = { path: Object.fromEntries(path), query: Object.fromEntries(searchParams), body, request };
      const result = await resolver(call);
      return result instanceof Response ? result : responseOf(success, media, result);
    };
    return new HttpHandler(method.toUpperCase(), new RegExp(`^${address}$`), respond, options);
  };
  return Object.assign(create, {
    once: (resolver: AnyResolver) => create(resolver, { once: true }),
    error(status: number, body?: unknown, options?: RequestHandlerOptions) {
      const failure = body ?? (status === 404 ? apiErrorRecordNotFound : apiErrorUnexpected);
      const type = typeof failure === 'string' ? 'text/plain' : 'application/json';
      return create(() => responseOf(status, type, failure), options);
    },
  });
}

/** The source of a regular expression for the paths of a template. No group captures, because MSW would decode it. */
const addressSource = (template: string): string => pathSource(template, '[^/]+');

const fits = (path: string, template: string): boolean => new RegExp(`^${pathSource(template)}$`).test(path);

function responseOf(status: number, media: string | null, data: unknown): Response {
  // A response with the status 304 has no body (RFC 9110 §15.4.5), and `Response` accepts none.
  if (media === null || data === undefined || status === 304) return new Response(null, { status });
  const body = /json/.test(media) ? JSON.stringify(data) : `${data}`;
  return new Response(body, { status, headers: { 'content-type': media } });
}
