import { pathPattern } from '../../contract/path-template.js';
import { parsePointer } from '../../contract/pointer.js';
import type { Security } from '../../contract/security.js';
import { quoteForShell } from '../../text/escape.js';
import type { CaseKind, Expectation, TestCase } from './case.js';
import { curlLine } from './curl.js';
import type { SentRequest, Writing } from './exchange.js';
import type { KeyUse } from './near-key.js';

/** One request of those that show a finding again. */
export interface AgainStep {
  /** Id of the test case. */
  case: string;
  /** The operation. */
  operationId: string;
  /** The kind of the case. */
  kind: CaseKind;
  /** What a correct server does. */
  expect: Expectation;
  /** Statuses that the contract states for this refusal. */
  refusedWith?: readonly number[];
  /** Whether any text may be the unknown id. */
  isFreeName?: boolean;
  /** Statuses that suit this request although the contract does not list them. */
  allows?: readonly number[];
  /** Whether the path leads to a missing resource. */
  isAtUnknownId?: boolean;
  /** JSON pointer to the tested part of the request body. */
  pointer?: string;
  /** The HTTP method. */
  method: string;
  /** Path and query below the address of the server; `{{id1}}` stands for an id that an earlier step gives. */
  path: string;
  /** Headers of the request, without credentials. */
  headers: Record<string, string>;
  /** The body, with ids as in the path. */
  body?: string;
  /** Which key is sent; no report contains it. */
  key: KeyUse;
  /** How the request is written, if not as usual. */
  writing?: Writing;
  /** The id that the response gives to later steps, and its JSON pointer there, or `Location`. */
  gives?: {
    /** Its name. */
    name: string;
    /** Its place. */
    at: string;
  };
}

/** How to show a finding again. */
export interface Again {
  /** The requests in order: those that make what is needed, those that show the finding, those that remove it. */
  steps: AgainStep[];
  /** Position of the step whose response shows the finding, from 0; the steps after it remove what the run had made. */
  show: number;
  /**
   * How the response shows it: `judgement` if it contradicts the contract by itself, `value` if a value is not the
   * expected one, `response` if the status is the same and an id is there, or not. `nothing` if a single response does
   * not show it.
   */
  by: 'judgement' | 'value' | 'response' | 'nothing';
  /** JSON pointer to the place in that response. */
  pointer: string;
  /** Of a `response`: its status. @asType integer */
  status?: number;
  /** Of a `response`: the id that its body names, or does not name. */
  id?: string;
  /** Of a `response`: whether its body names the id. */
  isNamed?: boolean;
}

/** The longest body of a step, in characters, and the most steps that show a finding. */
export const stepLimits = { body: 20_000, steps: 100 };

/** The placeholder of an id. */
export function placeholder(name: string): string {
  return `{{${name}}}`;
}

/** The step as a test case, with ids in the places of their names. */
export function toTestCase(step: AgainStep, fill: (text: string) => string): TestCase {
  const { case: id, method, path, headers, body, key, writing, gives: _, ...purpose } = step;
  const request: SentRequest = {
    method,
    path: fill(path),
    headers,
    ...(body !== undefined && { body: fill(body) }),
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

/** Ids that hardly are those of somebody else's resource: they are long, and no mere number. */
const ownIdPattern = /^\{\{id\d+\}\}$|^(?!\d+$).{8,}$/;

/**
 * Whether a step writes to nothing but what the steps before it make: another one could be somebody else's by now.
 *
 * @param template the path of its operation
 */
export function isSafeStep(step: AgainStep, template: string): boolean {
  if (isSafeMethod(step) || step.isAtUnknownId === true || step.kind === 'create') return true;
  const [pathname = ''] = step.path.split('?');
  const [last] = pathPattern(template).exec(pathname)?.slice(1).slice(-1) ?? [];
  return last === undefined || ownIdPattern.test(last);
}

interface ScriptOptions {
  baseUrl: string;
  security: (operationId: string) => Security;
  commonHeaders: Readonly<Record<string, string>>;
}

/**
 * The steps as lines for a POSIX shell, with curl and Node.js. It sends nothing with an id that a step did not give: an
 * address without its id would be that of all resources.
 *
 * @returns undefined if the steps do not fit into such lines
 */
export function scriptOf(
  { steps, show }: Again,
  { baseUrl, security, commonHeaders }: ScriptOptions,
): string | undefined {
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
  // A line break in a body would end the line, and a shell would run another name as a command.
  const hasSafeNames = steps.every(({ gives }) => gives === undefined || /^id\d+$/.test(gives.name));
  return !hasSafeNames || lines.some((line) => /[\r\n]/.test(line)) ? undefined : lines.join('\n');
}

/** The part of a line that takes an id from a response, and refuses one that means something in a path. */
function extractCommand(at: string): string {
  const path = parsePointer(at);
  const value =
    at === 'Location'
      ? '(/^location:.*?([^/?\\s]+)\\/?\\s*$/im.exec(t)||[])[1]'
      : `JSON.parse(t)${path.map((name) => `[${JSON.stringify(name)}]`).join('')}`;
  const program =
    `const t=require("fs").readFileSync(0,"utf8"),v=String(${value}??"");` +
    'if(!/^\\w[\\w.~-]*$/.test(v))throw Error("no id in "+t);console.log(v)';
  return `node -e ${quoteForShell(program)}`;
}
