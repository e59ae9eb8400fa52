import type { Standing } from '../contract/standing.js';

/** One row of the operation table. */
export interface OperationRow {
  /** HTTP method, lower case. */
  readonly method: 'get' | 'put' | 'post' | 'delete' | 'options' | 'head' | 'patch' | 'trace';
  /** Path template, from the slash after the base URL to the trailing slash, with `{parameter}` in braces. */
  readonly path: string;
  /** The group of the operation. */
  readonly tag: string;
  readonly standing: Standing;
  /** The documented success status. */
  readonly success: number;
  /** Media type of the success response, or null where it has no body. */
  readonly media: string | null;
}

/** What a client needs to know. */
export interface DirectoryClientOptions {
  /**
   * Where the service is: `https://directory.example.com`, with a path prefix if it has one. Plain http is accepted
   * for loopback only (localhost, 127.0.0.0/8, ::1).
   */
  readonly baseUrl: string;
  /** The bare key, printable ASCII. It is sent as `Authorization: <key>`, to the origin of `baseUrl` and no other. */
  readonly apiKey: string;
  /** Milliseconds for a whole exchange, the body of the answer included; 30000 by default, at most 2147483647. */
  readonly timeout?: number;
  /**
   * Sends a request; the platform's `fetch` by default. It is given the key in the header `Authorization`, must not
   * follow redirects where `request.redirect` is `manual`, and should stop when `request.signal` is aborted.
   */
  readonly fetch?: (request: Request) => Promise<Response>;
}

/** A section (`path`, `query`) of a call: absent where nothing is declared, optional where nothing is required. */
type Section<Name extends string, Declared> = [NonNullable<Declared>] extends [never]
  ? unknown
  : {} extends Declared
    ? { readonly [K in Name]?: Declared }
    : { readonly [K in Name]: Declared };

type Declared<Operation, Name extends string> = Operation extends { parameters: { [K in Name]?: infer Value } }
  ? NonNullable<Value>
  : never;

type Body<Operation> = Operation extends { requestBody: { content: infer Content } }
  ? { readonly body: Content[keyof Content] }
  : Operation extends { requestBody?: { content: infer Content } }
    ? { readonly body?: Content[keyof Content] }
    : unknown;

/**
 * What a call of an operation takes; `Operation` is a member of `operations` in `generated/types.ts`. A rejection
 * (never a throw) follows where it cannot be sent.
 */
export type CallArgument<Operation> = Section<'path', Declared<Operation, 'path'>> &
  Section<'query', Declared<Operation, 'query'>> &
  Body<Operation> & {
    /** Stops the call, which then rejects with the code `aborted`. */
    readonly signal?: AbortSignal;
    /** Further headers. `Authorization` among them has no effect. */
    readonly headers?: NonNullable<RequestInit['headers']>;
  };

type Success = 200 | 201 | 202 | 203 | 204 | 205 | 206;

type Content<Answer> = Answer extends { content: infer Media } ? Media[keyof Media] : undefined;

/** The data of a success: the JSON value, a string for text, undefined for no content. */
export type CallData<Operation> = Operation extends { responses: infer Responses }
  ? { [Status in keyof Responses & Success]: Content<Responses[Status]> }[keyof Responses & Success]
  : never;

/**
 * What a call brings: any answer of the server, told apart by `ok`. `error` is the JSON value if the body is JSON, else
 * its text, which is empty where there is no body.
 */
export type CallResult<Operation, Failure> =
  | {
      readonly ok: true;
      /** The HTTP status, 2xx. */
      readonly status: number;
      readonly data: CallData<Operation>;
      readonly headers: Headers;
    }
  | {
      readonly ok: false;
      /** The HTTP status: 4xx, 5xx or 304. */
      readonly status: number;
      readonly error: Failure | string;
      /** The headers of the answer: `Retry-After` and the like. */
      readonly headers: Headers;
    };
