import { createSandbox } from '../../scripts/sandbox/sandbox.js';
import { serveSandbox } from '../../scripts/sandbox/server/serve.js';
import { encodings } from './canary.js';

/** Returns the key, in a different encoding at each call. */
type Speak = () => string;

type Json = null | boolean | number | string | Json[] | { [name: string]: Json };

/** Puts the key into the response of a correct server. */
type Echo = (response: Response, speak: Speak) => Promise<Response>;

/** An echo, and the exit code of a check of a server with that echo. */
type Row = readonly [echo: Echo, code: 1 | 3];

const isId = (name: string): boolean => /(^|_)id$/.test(name);

/** Changes each field of an object, at any depth. */
function eachField(value: Json, change: (name: string, value: Json) => [string, Json]): Json {
  if (Array.isArray(value)) return value.map((item) => eachField(item, change));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => change(name, eachField(inner, change))));
}

/** Adds a field to each object. */
function withField(value: Json, speak: Speak): Json {
  if (Array.isArray(value)) return value.map((item) => withField(item, speak));
  if (typeof value !== 'object' || value === null) return value;
  return {
    ...Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, withField(inner, speak)])),
    [speak()]: speak(),
  };
}

/** An echo in JSON. Any other body is replaced by the key. */
export function echoOf(change: (value: Json, speak: Speak) => Json): Echo {
  return async (response, speak) => {
    const { status, headers } = response;
    const text = await response.text();
    if (text === '') return new Response(null, { status, headers });
    const isJson = headers.get('content-type')?.includes('json') === true;
    return new Response(isJson ? JSON.stringify(change(JSON.parse(text) as Json, speak)) : speak(), {
      status,
      headers,
    });
  };
}

/** Ways in which a server can repeat the key. Together they reach all parts of a report. */
export const echoes = {
  'in values': [
    echoOf((json, speak) =>
      eachField(json, (name, value) => [name, typeof value === 'string' && !isId(name) ? speak() : value]),
    ),
    1,
  ],
  'at the end of long values': [
    echoOf((json, speak) => {
      // Messages truncate quotations at several lengths.
      let length = 40;
      const long = (): string => {
        length = 40 + ((length + 7) % 80);
        return 'x'.repeat(length) + speak();
      };
      return eachField(json, (name, value) => [name, typeof value === 'string' && !isId(name) ? long() : value]);
    }),
    1,
  ],
  'in names of fields': [echoOf((json, speak) => withField(json, speak)), 1],
  'in ids': [echoOf((json, speak) => eachField(json, (name, value) => [name, isId(name) ? speak() : value])), 1],
  'in headers': [
    async (response, speak) => {
      const told = { location: speak(), link: speak(), 'x-request-id': speak(), allow: `${'X'.repeat(60)} ${speak()}` };
      const text = response.status === 204 ? null : await response.text();
      return new Response(text, { status: response.status, headers: { 'content-type': speak(), ...told } });
    },
    1,
  ],
  'in plain text': [
    async ({ status }, speak) => {
      const headers = { 'content-type': 'text/plain' };
      return new Response(`You sent ${speak()}`, { status: status === 204 ? 200 : status, headers });
    },
    3,
  ],
  'in a refusal': [
    async (_, speak) => {
      const headers = { 'www-authenticate': speak() };
      return Response.json({ detail: `There is no key ${speak()}.` }, { status: 401, headers });
    },
    3,
  ],
  'in a failure': [
    async (_, speak) =>
      Response.json({ detail: speak(), trace: `Traceback (most recent call last): ${speak()}` }, { status: 500 }),
    1,
  ],
} satisfies Record<string, Row>;

export interface EchoServer extends AsyncDisposable {
  url: string;
  /** Returns how often the server has repeated the key. */
  spoken(): number;
}

/** Starts a sandbox that repeats the key, or another text, in every response. */
export async function echoServer(
  key: string,
  echo: Echo,
  faults: readonly string[] = [],
  repeatedText = key,
): Promise<EchoServer> {
  const sandbox = createSandbox({ apiKey: key, faults });
  const allEncodings = Object.values(encodings);
  let spoken = 0;
  const speak = (): string => allEncodings[spoken++ % allEncodings.length]?.(repeatedText) ?? '';
  const server = await serveSandbox({
    sandbox: { ...sandbox, fetch: async (request) => echo(await sandbox.fetch(request), speak) },
  });
  return { url: server.url, spoken: () => spoken, [Symbol.asyncDispose]: () => server.close() };
}
