import { sanitize } from '../../text/escape.js';
import { UsageError } from '../../text/usage-error.js';
import { isSendableValue, type KeySearch, registerSecretValue } from './key.js';

/** Header names with the environment variables that contain their values: `{ 'X-Tenant': '$TENANT' }`. */
export type HeaderVariables = Readonly<Record<string, string>>;

interface SecretHeaders {
  /** The names are in lower case. */
  headers: readonly (readonly [name: string, value: string])[];
  searches: readonly KeySearch[];
  /** Sentences for the user about values that are not searched for in responses. */
  notes: readonly string[];
}

/** Patterns for header names, and for references to environment variables: `$NAME` or `${NAME}`. */
export const headerNamePattern = "^[!#$%&'*+.^_`|~\\w-]+$";
export const variablePattern = '^\\$(?:\\{([A-Za-z_]\\w*)\\}|([A-Za-z_]\\w*))$';

const headerNameRegExp = new RegExp(headerNamePattern);
const variableRegExp = new RegExp(variablePattern);

/** Headers that determine where a request goes, how its bytes are sent, or how long its connection stays open. */
const connectionHeaders = new Set([
  ...['host', 'connection', 'keep-alive', 'proxy-connection', 'proxy-authorization', 'upgrade', 'http2-settings'],
  ...['content-length', 'transfer-encoding', 'te', 'trailer', 'expect'],
]);

/** Headers that the test cases set. */
const testCaseHeaders = new Set(['accept', 'accept-encoding', 'content-type', 'content-encoding']);

/** Whether a header belongs to the connection, so that the user cannot set it. */
export function isConnectionHeader(name: string): boolean {
  return connectionHeaders.has(name.toLowerCase());
}

export function isHeaderName(name: string): boolean {
  return headerNameRegExp.test(name);
}

/** Returns the name of the variable in `$NAME` or `${NAME}`; undefined for any other text. */
function variableNameIn(text: string): string | undefined {
  const [, bracedName, plainText] = variableRegExp.exec(text) ?? [];
  return bracedName ?? plainText;
}

/** Checks that names are valid and values are variables. @throws UsageError, without a value that may be secret */
export function checkHeaders(variables: HeaderVariables): void {
  const lowerNames = new Set<string>();
  for (const [name, text] of Object.entries(variables)) {
    const visibleName = sanitize(name, 100);
    const lowerName = name.toLowerCase();
    const foundText = `found "${visibleName}". Use letters, digits and "-".`;
    if (!isHeaderName(name)) throw new UsageError(`Expected a header name for --header, ${foundText}`);
    if (variableNameIn(text) === undefined)
      throw new UsageError(
        `The value of the header ${visibleName} is given as plain text, which others can read. Put the value ` +
          `into an environment variable, and refer to the variable instead: --header '${visibleName}: $NAME', in ` +
          'single quotes.',
      );
    if (isConnectionHeader(name) || testCaseHeaders.has(lowerName)) {
      const reason = isConnectionHeader(name) ? 'is set by the connection' : 'is set by the test cases';
      throw new UsageError(`The header ${visibleName} ${reason}, so --header cannot set it. Remove this --header.`);
    }
    if (lowerNames.has(lowerName))
      throw new UsageError(`Expected each header once, found ${visibleName} twice. Remove one of them.`);
    lowerNames.add(lowerName);
  }
}

/**
 * Reads the values of headers from the environment, and registers them, so that all later searches look for them.
 *
 * @throws UsageError if a variable is not set, or if a header cannot contain its value
 */
export function readSecretHeaders(variables: HeaderVariables): SecretHeaders {
  checkHeaders(variables);
  const searches: KeySearch[] = [];
  const notes: string[] = [];
  const headers = Object.entries(variables).map(([name, text]) => {
    const variableName = variableNameIn(text) ?? '';
    const value = process.env[variableName];
    if (!value)
      throw new UsageError(
        `The environment variable ${variableName}, which --header uses for ${name}, is not set. Set the variable, ` +
          'or remove the header.',
      );
    if (!isSendableValue(value))
      throw new UsageError(
        `The value of ${variableName} cannot be sent in the header ${name}. Expected printable ASCII without leading ` +
          'or trailing spaces. Check how the variable was set. A common mistake is a line break at the end of the ' +
          'value.',
      );
    const search = registerSecretValue(value);
    if (search) searches.push(search);
    else
      notes.push(
        `The value of ${variableName} is short or a single word, so it cannot be recognised and may appear in reports.`,
      );
    return [name.toLowerCase(), value] as const;
  });
  return { headers, searches, notes };
}
