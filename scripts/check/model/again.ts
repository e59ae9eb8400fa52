import { pathPattern } from '../../contract/path-template.js';
import { parsePointer } from '../../contract/pointer.js';
import type { Security } from '../../contract/security.js';
import { quoteForShell } from '../../text/escape.js';
import type { CaseKind, Expectation, TestCase } from './case.js';
import { curlLine } from './curl.js';
import type { RequestForm, SentRequest } from './exchange.js';
import type { KeyUse } from './near-key.js';

/** One of the requests that reproduce a finding. */
export interface AgainStep {
  /** Id of the test case. */
  case: string;
  /** Id of the operation that the request calls. */
  operationId: string;
  /** The purpose of the request, such as `create`. */
  kind: CaseKind;
  /** Expected behaviour of a correct server. */
  expect: Expectation;
  /** Status codes that the contract states for the refusal of this request. */
  refusedWith?: readonly number[];
  /** Whether any text may be valid as the tested id, or as a value that chooses a page. */
  isFreeName?: boolean;
  /** Status codes that are right for this request although the contract does not list them. */
  allows?: readonly number[];
  /** Whether the path contains an id that no resource has. */
  isAtUnknownId?: boolean;
  /** JSON pointer to the tested part of the request body. */
  pointer?: string;
  /** The HTTP method. */
  method: string;
  /**
   * Path and query below the address of the server; `{{id1}}` stands for an id from the response to an earlier step.
   */
  path: string;
  /** Headers of the request, without credentials. */
  headers: Record<string, string>;
  /** The body, with placeholders for ids as in the path. */
  body?: string;
  /** Which key is sent. No report contains the key itself. */
  key: KeyUse;
  /** Changes to the usual form of the request, such as a body in chunks; absent if the form is usual. */
  writing?: RequestForm;
  /** The id that later steps take from the response; absent if they take none. */
  gives?: {
    /** Name of the placeholder for the id: `id1`. */
    name: string;
    /** JSON pointer to the id in the response body; `Location` if that header contains it. */
    at: string;
  };
}

/** The steps that reproduce a finding. */
export interface Again {
  /**
   * The requests in order: the first ones create the needed resources, then one shows the finding, the last ones delete
   * the resources.
   */
  steps: AgainStep[];
  /** Position, from 0, of the step whose response shows the finding; later steps delete the created resources. */
  show: number;
  /**
   * How the response proves the finding. `judgement`: it contradicts the contract by itself. `value`: a value in it
   * differs from the expected one. `response`: it has the same status as before, and again contains, or again lacks, a
   * certain id. `nothing`: no single response proves the finding.
   */
  by: 'judgement' | 'value' | 'response' | 'nothing';
  /** JSON pointer to the value that proves the finding, in the response of the step `show`. */
  pointer: string;
  /** With `response`: the status that must occur again. @asType integer */
  status?: number;
  /** With `response`: the id that the body contains or lacks. */
  id?: string;
  /** With `response`: whether the body contains the id. */
  isNamed?: boolean;
}

/** Maximum number of characters in the body of a step, and maximum number of steps for one finding. */
export const stepLimits = { body: 20_000, steps: 100 };

/** Returns the placeholder for an id: `{{id1}}`. */
export function toPlaceholder(name: string): string {
  return `{{${name}}}`;
}

/** Returns a step as a test case; `fillPlaceholders` replaces placeholders with ids. */
export function toTestCase(step: AgainStep, fillPlaceholders: (text: string) => string): TestCase {
  const { case: id, method, path, headers, body, key, writing, gives: _, ...purpose } = step;
  const request: SentRequest = {
    method,
    path: fillPlaceholders(path),
    headers,
    ...(body !== undefined && { body: fillPlaceholders(body) }),
    key,
    ...(writing && { writing }),
    once: !isSafeMethod(step),
  };
  return { ...purpose, id, about: 'sent again', request };
}

/** Whether a request changes nothing (RFC 9110 §9.2.1). */
export function isSafeMethod({ method }: Pick<AgainStep, 'method'>): boolean {
  return ['GET', 'HEAD', 'OPTIONS', 'TRACE'].includes(method);
}

/** Placeholders, and ids that hardly any other resource has: 8 or more characters, and not only digits. */
const distinctiveIdPattern = /^\{\{id\d+\}\}$|^(?!\d+$).{8,}$/;

/** Whether hardly any other resource has this id. */
export function isDistinctiveId(id: string): boolean {
  return distinctiveIdPattern.test(id);
}

/**
 * Whether a step writes only to resources that earlier steps create: any other may now belong to somebody else.
 *
 * @param template the path of its operation
 */
export function isSafeStep(step: AgainStep, template: string): boolean {
  if (isSafeMethod(step) || step.isAtUnknownId === true || step.kind === 'create') return true;
  const [pathname = ''] = step.path.split('?');
  const [last] = pathPattern(template).exec(pathname)?.slice(1).slice(-1) ?? [];
  return last === undefined || isDistinctiveId(last);
}

interface ScriptOptions {
  baseUrl: string;
  security: (operationId: string) => Security;
  commonHeaders: Readonly<Record<string, string>>;
}

/**
 * Returns the steps as lines for a POSIX shell, with curl and Node.js. If the response to a step contains no id, later
 * lines that need this id fail without sending anything: without the id, they could reach all resources.
 *
 * @returns undefined if the steps cannot be written as such lines
 */
export function toShellScript({ steps, show }: Again, options: ScriptOptions): string | undefined {
  const { baseUrl, security, commonHeaders } = options;
  const lines = steps.map((step, index) => {
    const { request } = toTestCase(step, (text) => text);
    const line = curlLine(baseUrl, request, security(step.operationId), commonHeaders).replace(/^curl/, 'curl -sS');
    const command = line.replace(/\{\{(id\d+)\}\}/g, `'"\${$1:?}"'`);
    const { gives } = step;
    if (gives) {
      const call = gives.at === 'Location' ? command.replace(/^curl -sS/, 'curl -sSi') : command;
      if (index !== show) return `${gives.name}=$(${call} | ${extractCommand(gives.at)})`;
      return `out=$(${call}); printf '%s\\n' "$out"; ${gives.name}=$(printf %s "$out" | ${extractCommand(gives.at)})`;
    }
    return index === show ? `${command}; echo` : `${command} >/dev/null`;
  });
  // A line break in a body would end the command, and a placeholder that is no variable name would run as a command.
  const hasSafeNames = steps.every(({ gives }) => gives === undefined || /^id\d+$/.test(gives.name));
  return !hasSafeNames || lines.some((line) => /[\r\n]/.test(line)) ? undefined : lines.join('\n');
}

/** Returns a command that reads an id from a response, and fails if the id has characters with a meaning in a path. */
function extractCommand(pointer: string): string {
  const path = parsePointer(pointer);
  const value =
    pointer === 'Location'
      ? '(/^location:.*?([^/?\\s]+)\\/?\\s*$/im.exec(t)||[])[1]'
      : `JSON.parse(t)${path.map((name) => `[${JSON.stringify(name)}]`).join('')}`;
  const program =
    `const t=require("fs").readFileSync(0,"utf8"),v=String(${value}??"");` +
    'if(!/^\\w[\\w.~-]*$/.test(v))throw Error("no id in "+t);console.log(v)';
  return `node -e ${quoteForShell(program)}`;
}
