import { visible } from '../../text/escape.js';
import { UsageError } from '../../text/usage-error.js';
import { heldValue, isSendableValue, type KeySearch } from './key.js';

/** Names of headers, and the variables with their values: `{ 'X-Tenant': '$TENANT' }`. */
export type HeaderVariables = Readonly<Record<string, string>>;

/** Headers of every request, and the search for their values. */
interface HeldHeaders {
  /** Names in lower case, and values. */
  headers: readonly (readonly [name: string, value: string])[];
  searches: readonly KeySearch[];
  /** About values that are not searched for, a sentence each. */
  notes: readonly string[];
}

/** Patterns of the names of headers, and of variables: `$NAME` or `${NAME}`. */
export const headerNamePattern = "^[!#$%&'*+.^_`|~\\w-]+$";
export const variablePattern = '^\\$(?:\\{([A-Za-z_]\\w*)\\}|([A-Za-z_]\\w*))$';

const headerName = new RegExp(headerNamePattern);
const variable = new RegExp(variablePattern);

/** Headers that say where a request goes, how its bytes are sent, or how long its connection lives. */
const framing = new Set([
  ...['host', 'connection', 'keep-alive', 'proxy-connection', 'proxy-authorization', 'upgrade', 'http2-settings'],
  ...['content-length', 'transfer-encoding', 'te', 'trailer', 'expect'],
]);

/** Headers that the test cases set. */
const ofCases = new Set(['accept', 'accept-encoding', 'content-type', 'content-encoding']);

/** Whether a header belongs to the connection, so that no request can set it. */
export function isFraming(name: string): boolean {
  return framing.has(name.toLowerCase());
}

export function isHeaderName(name: string): boolean {
  return headerName.test(name);
}

/** The name of the variable in `$NAME` or `${NAME}`; undefined for anything else. */
function variableIn(text: string): string | undefined {
  const [, braced, plain] = variable.exec(text) ?? [];
  return braced ?? plain;
}

/**
 * Checks the names of headers, and that their values are variables.
 *
 * @throws UsageError that repeats no value: it may be a secret
 */
export function refuseHeaders(given: HeaderVariables): void {
  const seen = new Set<string>();
  for (const [name, text] of Object.entries(given)) {
    const shown = visible(name, 100);
    const lower = name.toLowerCase();
    if (!isHeaderName(name))
      throw new UsageError(
        `Expected the name of a header for --header, found "${shown}". Use letters, digits and "-".`,
      );
    if (variableIn(text) === undefined)
      throw new UsageError(
        `The value of the header ${shown} is written out, where others can read it. Set it in an environment ` +
          `variable, and name that: --header '${shown}: $NAME', in single quotes.`,
      );
    if (isFraming(name) || ofCases.has(lower)) {
      const why = isFraming(name) ? 'belongs to the connection' : 'is a part of the test cases';
      throw new UsageError(`The header ${shown} ${why}, so --header cannot set it. Remove it.`);
    }
    if (seen.has(lower)) throw new UsageError(`Expected each header once, found ${shown} twice. Remove one of them.`);
    seen.add(lower);
  }
}

/**
 * Reads the values of headers from the environment, and holds them: every later search finds them.
 *
 * @throws UsageError if a variable is not set, or if a header cannot contain its value
 */
export function heldHeaders(given: HeaderVariables): HeldHeaders {
  refuseHeaders(given);
  const searches: KeySearch[] = [];
  const notes: string[] = [];
  const headers = Object.entries(given).map(([name, text]) => {
    const source = variableIn(text) ?? '';
    const value = process.env[source];
    if (!value)
      throw new UsageError(
        `The environment variable ${source}, which --header names for ${name}, is not set. Set it, or remove the ` +
          'header.',
      );
    if (!isSendableValue(value))
      throw new UsageError(
        `${source} must be printable ASCII without leading or trailing spaces, since it is sent in the header ` +
          `${name}, but it is not. Check how it was set; a line break at its end is common.`,
      );
    const search = heldValue(value);
    if (search) searches.push(search);
    else notes.push(`The value of ${source} is too short or too plain to search responses and reports for it.`);
    return [name.toLowerCase(), value] as const;
  });
  return { headers, searches, notes };
}
