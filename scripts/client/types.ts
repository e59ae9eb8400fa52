import type { Standing } from '../contract/standing.js';

/** One row of the operation table. */
export interface OperationRow {
  /** HTTP method, lower case. */
  readonly method: 'get' | 'put' | 'post' | 'delete' | 'options' | 'head' | 'patch' | 'trace';
  /** Path template, from the slash after the base URL to the trailing slash, with `{parameter}` in braces. */
  readonly path: string;
  /** The tag of the operation, which names its group. */
  readonly tag: string;
  readonly standing: Standing;
  /** The documented success status; if there are several, the usual one. */
  readonly success: number;
  /** Media type of the success response, or null if it has no body. */
  readonly media: string | null;
  /** Whether a request must have a body. */
  readonly needsBody: boolean;
  /** Whether some documented success responses have a body and others do not. */
  readonly mayBeEmpty: boolean;
}

/** The settings of a client. */
export interface DirectoryClientOptions {
  /**
   * The address of the service, such as `https://directory.example.com`, with its path prefix, if any. Plain http is
   * accepted for loopback (localhost, 127.0.0.0/8, ::1), for hosts in `allowInsecure`, and without a key. In a page, a
   * path such as `/` begins at the origin of the page.
   */
  readonly baseUrl: string;
  /**
   * The key itself, printable ASCII. If the contract has a prefix for the key, such as `Bearer`, leave it out.
   * It is sent only in the header `Authorization`, only to the origin of `baseUrl`.
   *
   * A function is called before each request, also before each retry, for keys that change. If it throws, or returns no
   * usable key, the call rejects with the code `invalid-options`, without showing the thrown error.
   *
   * `false` sends no key: for a page, which must not have it, behind a server that adds it.
   */
  readonly apiKey: string | false | (() => string | Promise<string>);
  /**
   * Milliseconds for a whole call, including the response body, retries and the waits before them; 30000 by default, at
   * most 2147483647.
   */
  readonly timeout?: number;
  /**
   * Maximum number of retries of a read (GET, HEAD) after 429, 503 or a network failure: 2 by default, 0 to 9. The
   * client waits as `Retry-After` says, else 0.2 s to 0.4 s, and twice as long each time. If the wait would end after
   * `timeout`, the call ends with the last result. A write is sent once, unless its call says `idempotent`.
   */
  readonly retries?: number;
  /** Headers of every call; a call can replace them. An `Authorization` header among them has no effect. */
  readonly headers?: NonNullable<RequestInit['headers']>;
  /**
   * Hosts other than this machine that may be called over plain http, with or without a port: `['sandbox:4020']`, for
   * containers in a private network. Anybody on the network path can read the key.
   */
  readonly allowInsecure?: readonly string[];
  /**
   * Sends a request; the platform's `fetch` by default. It receives the key in the header `Authorization`, must not
   * follow redirects if `request.redirect` is `manual`, and should stop when `request.signal` is aborted.
   */
  readonly fetch?: (request: Request) => Promise<Response>;
}

/** The argument of every method, before the types of an operation narrow it. */
export interface AnyCall extends CallSettings {
  readonly path?: Record<string, unknown>;
  readonly query?: Record<string, unknown>;
  readonly body?: unknown;
}

/** The result of every method, before the types of an operation narrow it. */
export interface AnyResult {
  readonly ok: boolean;
  readonly status: number;
  readonly data?: unknown;
  readonly error?: unknown;
  readonly headers: Headers;
}

/** Finds the items of a page in its data; undefined or false if there is no list. */
export type FindItems = (data: unknown) => readonly unknown[] | undefined | false;

export type PageResult = AnyResult & { readonly items: readonly unknown[] };

/** Requests one page of a list. It rejects with `invalid-body` if `findItems` returns no list for the data. */
export type RequestPage = (call: AnyCall, findItems: FindItems) => Promise<PageResult>;

type QueryValue = string | number | boolean | Date;

/** Settings that every call accepts, whatever its operation. */
export interface CallSettings {
  /**
   * Stops the call, which then rejects with the code `aborted`; with `timeout` for a signal from
   * `AbortSignal.timeout()`.
   */
  readonly signal?: AbortSignal;
  /** Additional headers. An `Authorization` header among them has no effect. */
  readonly headers?: NonNullable<RequestInit['headers']>;
  /** Milliseconds for this call, in place of the client's `timeout`. */
  readonly timeout?: number;
  /**
   * Query parameters that the contract does not declare. They follow the declared ones. A list is sent as one parameter
   * for each item. A date is sent as ISO 8601, here and in `query`.
   */
  readonly extraQuery?: Readonly<Record<string, QueryValue | readonly QueryValue[]>>;
  /**
   * True if the server may receive this call twice without harm: the client then repeats a write like a read. By
   * default, it never sends a write twice.
   */
  readonly idempotent?: boolean;
  /**
   * In `pages` only: the number of consecutive pages without an item after which the generator throws `invalid-body`
   * instead of requesting another page; 1000 by default.
   */
  readonly emptyPages?: number;
}

/** A section (`path`, `query`) of a call: absent if it declares no parameters, optional if it requires none. */
type Section<Name extends string, Params> = [NonNullable<Params>] extends [never]
  ? unknown
  : {} extends Params
    ? { readonly [K in Name]?: Params }
    : { readonly [K in Name]: Params };

type ParametersIn<Operation, Name extends string> = Operation extends { parameters: { [K in Name]?: infer Value } }
  ? NonNullable<Value>
  : never;

type Body<Operation> = Operation extends { requestBody: { content: infer Content } }
  ? { readonly body: Content[keyof Content] }
  : Operation extends { requestBody?: { content: infer Content } }
    ? { readonly body?: Content[keyof Content] }
    : unknown;

/**
 * The argument of an operation's method; `Operation` is a member of `operations` in `generated/types.ts`. If the
 * request cannot be sent, the call rejects; it never throws.
 */
export type CallArgument<Operation> = Section<'path', ParametersIn<Operation, 'path'>> &
  Section<'query', ParametersIn<Operation, 'query'>> &
  Body<Operation> &
  CallSettings;

type SuccessStatus = 200 | 201 | 202 | 203 | 204 | 205 | 206;

type Content<ApiResponse> = ApiResponse extends { content: infer Media } ? Media[keyof Media] : undefined;

/** The data of a success: the JSON value, a string for text, undefined for no content. */
export type CallData<Operation> = Operation extends { responses: infer Responses }
  ? { [Status in keyof Responses & SuccessStatus]: Content<Responses[Status]> }[keyof Responses & SuccessStatus]
  : never;

/**
 * The type of an item in the data of a success. `Place` has the names on the way to the array and, after `*`, those on
 * the way to the item inside an element. `Place` is empty if the data is the array itself.
 */
export type CallItem<Operation, Place extends readonly string[] = []> = OrUnknown<ItemAt<CallData<Operation>, Place>>;

type ItemAt<Value, Place extends readonly string[]> = Place extends readonly ['*', ...infer Rest extends string[]]
  ? Value extends readonly (infer Element)[]
    ? ItemAt<FieldAt<Element, Rest>[], []>
    : never
  : Place extends readonly [infer Name extends string, ...infer Rest extends readonly string[]]
    ? Value extends { readonly [K in Name]?: infer Inner }
      ? ItemAt<Inner, Rest>
      : never
    : Value extends readonly (infer Item)[]
      ? Item
      : never;

/** The type of the field to which these names lead. */
type FieldAt<Value, Names extends readonly string[]> = Names extends readonly [
  infer Name extends string,
  ...infer Rest extends readonly string[],
]
  ? Value extends { readonly [K in Name]?: infer Inner }
    ? FieldAt<Inner, Rest>
    : never
  : Value;

type OrUnknown<Type> = [Type] extends [never] ? unknown : Type;

/**
 * The result of a call: any response of the server, with `ok` to tell success from failure. `error` is the JSON value
 * if the body is JSON, else its text, which is empty if there is no body.
 */
export type CallResult<Operation, Failure> =
  | {
      /** Whether the response is a success (2xx): then `data` has its body, otherwise `error`. */
      readonly ok: true;
      /** The HTTP status, 2xx. */
      readonly status: number;
      readonly data: CallData<Operation>;
      readonly headers: Headers;
    }
  | CallRefusal<Failure>;

/** The result of a call that did not succeed; in `pages`, the `cause` of an error with the code `refused`. */
export type CallRefusal<Failure> = {
  readonly ok: false;
  /** The HTTP status: 4xx, 5xx or 304. */
  readonly status: number;
  readonly error: Failure | string;
  /** The headers of the response: `Retry-After` and others. */
  readonly headers: Headers;
};

/**
 * A type in which every documented field is present, even in nested objects and lists: `Complete<PartnerEntry>`. Use it
 * if you know that your service sends all of them, for example from a baseline of the check. Null stays where the
 * contract allows it. With names, only these fields become complete, and the others stay as they are:
 * `Complete<PartnerEntry, 'title' | 'slug'>`.
 *
 * The type only says what a program relies on. The check shows whether the server sends the fields.
 */
export type Complete<Type, Names extends keyof Type = never> = [Names] extends [never]
  ? DeepRequired<Type>
  : { [Name in keyof Type as Name extends Names ? never : Name]: Type[Name] } & {
      [Name in Names]-?: DeepRequired<Exclude<Type[Name], undefined>>;
    };

/**
 * The conditions apply to each member of a union, such as null. Strings come first, because a string of an open set,
 * `string & {}`, would count as an object.
 */
type DeepRequired<Type> = Type extends string
  ? Type
  : Type extends readonly (infer Item)[]
    ? DeepRequired<Item>[]
    : Type extends object
      ? { [Name in keyof Type]-?: DeepRequired<Exclude<Type[Name], undefined>> }
      : Type;
