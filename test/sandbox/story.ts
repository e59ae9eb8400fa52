import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../scripts/contract/json.js';
import { valueAt } from '../../scripts/contract/pointer.js';
import { createSandbox, type Sandbox } from '../../scripts/sandbox/sandbox.js';
import { expectedBeside } from '../expected-beside.js';
import { ids, operationOf, type Received, type Send, withCalls } from './fixture.js';

/** A request, and the expected response. */
export interface Step extends Send {
  /** An operationId, or a method and a path. */
  do: string;
  times?: number;
  /** The expected status; by default the operation's success status, or any 2xx. */
  status?: number;
  /** Headers of the response; null for a header that it lacks. */
  gives?: Record<string, unknown>;
  /** The JSON of the response, or its text if it is not JSON. */
  is?: unknown;
  /** A part of the JSON. */
  shows?: object;
  /** Values at JSON pointers. */
  at?: Record<string, unknown>;
  /** The names in the objects at JSON pointers, in order. */
  keys?: Record<string, string[]>;
  count?: number;
  has?: string[];
  lacks?: string[];
  /** The values of fields in all items of a list. */
  values?: Record<string, unknown[]>;
  /** Some of the items of a list. */
  includes?: unknown[];
  excludes?: unknown[];
  /** The name by which later steps use the JSON: `$name/0/id` is a part of it, `$name/[]/id` that part of each item. */
  keep?: string;
}

export interface Story {
  title: string;
  steps: Step[];
  isSlow?: boolean;
  /** Whether the state is the same before and after. */
  keepsState?: boolean;
  /** A text that the state does not contain at the end, or a text that it contains. */
  stateOmits?: string;
  stateHas?: string;
}

type Kept = Readonly<Record<string, unknown>>;

/** Fills in the parts of earlier responses that a value names. `...` adds all fields of an object, `-` removes some. */
function resolved(value: unknown, values: Kept): unknown {
  if (typeof value === 'string') {
    const [, name] = /^\$(\S+)$/.exec(value) ?? [];
    if (name !== undefined) return partOf(name, values);
    return value.replaceAll(/\$\{(.+?)\}/g, (_, innerText: string) => String(partOf(innerText, values)));
  }
  if (Array.isArray(value))
    return value.flatMap((item: unknown) =>
      typeof item === 'string' && item.startsWith('...$') ? partOf(item.slice(4), values) : [resolved(item, values)],
    );
  if (typeof value !== 'object' || value === null || value instanceof RegExp) return value;
  const inner = Object.entries(value).map(([name, each]) => [name, resolved(each, values)] as const);
  // A matcher of Vitest keeps its class.
  const copy = Object.create(Object.getPrototypeOf(value) as object) as object;
  Object.assign(copy, ...inner.map(([name, each]) => (name === '...' ? each : { [name]: each })));
  const { '-': without = [] } = copy as { '-'?: string[] };
  for (const name of ['-', ...without]) Reflect.deleteProperty(copy, name);
  return copy;
}

function partOf(path: string, keptValues: Kept): unknown {
  const [first = '', ...keys] = path.split('/');
  if (!Object.hasOwn(keptValues, first)) throw new RangeError(`No step keeps ${first}.`);
  const readInside = (value: unknown, [key, ...rest]: string[]): unknown => {
    if (key === undefined) return value;
    if (key === '[]') return (value as unknown[]).map((item) => readInside(item, rest));
    return readInside((value as JsonObject)[key], rest);
  };
  return readInside(keptValues[first], keys);
}

type StepResponse = Pick<Received, 'status' | 'headers' | 'json'>;

/** A sandbox at the beginning of a story. */
export interface Opened {
  send(request: string, givenSend: Send): Promise<StepResponse>;
  snapshot(): unknown;
}

/** Sends the requests one after another, and compares the responses. */
async function follow(steps: readonly Step[], { send }: Opened): Promise<void> {
  const keptValues: Record<string, unknown> = {};
  for (const { times = 1, keep, ...step } of steps)
    for (let time = 0; time < times; time += 1) {
      const { do: request, path, body, headers, ...expectation } = resolved(step, keptValues) as Step;
      const { status, gives, is, shows, at, keys, count, has, lacks, values, ...others } = expectation;
      const { includes, excludes, ...unknown } = others;
      expect(unknown).toEqual({});
      const answer = await send(request, { body, ...(path && { path }), ...(headers && { headers }) });
      const { json } = answer;
      const success = request.includes(' ') ? expect.toSatisfy((value) => value >= 200 && value < 300) : undefined;
      expect(answer, request).toMatchObject({ status: status ?? success ?? operationOf(request).successStatus });
      for (const [name, value] of Object.entries(gives ?? {})) expect(answer.headers.get(name), name).toEqual(value);
      if (is !== undefined) expect(json, request).toEqual(is);
      if (shows !== undefined) expect(json, request).toMatchObject(shows);
      for (const [place, value] of Object.entries(at ?? {})) expect(valueAt(json, place), place).toEqual(value);
      for (const [place, names] of Object.entries(keys ?? {}))
        expect(Object.keys(valueAt(json, place) as JsonObject), place).toEqual(names);
      if (count !== undefined) expect(json, request).toHaveLength(count);
      for (const name of has ?? []) expect(json, request).toHaveProperty([name]);
      for (const name of lacks ?? []) expect(json, request).not.toHaveProperty([name]);
      for (const [name, expected] of Object.entries(values ?? {}))
        expect((json as JsonObject[]).map((item) => item[name])).toEqual(expected);
      for (const item of includes ?? []) expect(json, request).toContainEqual(item);
      for (const item of excludes ?? []) expect(json, request).not.toContainEqual(item);
      if (keep !== undefined) keptValues[keep] = json;
    }
}

/** Returns the sandbox as stories use it. Only a sandbox of our own contract lets steps name an operation. */
export function openedOf(sandbox: Sandbox): Opened {
  const { call, send, snapshot } = withCalls(sandbox);
  return {
    snapshot,
    async send(request, given) {
      const [method = '', path] = request.split(' ');
      const { json, text, ...answer } = await (path === undefined ? call(method, given) : send(method, path, given));
      return { ...answer, json: json === undefined ? text : json };
    },
  };
}

/** Tests the stories in a YAML file beside a test, grouped by subject. Each story starts with a new sandbox. */
export function testStories<Of extends Story = Story>(
  test: string,
  name: string,
  {
    names = ids,
    begin = () => openedOf(createSandbox()),
  }: { names?: Readonly<Record<string, string>>; begin?: (story: Of) => Opened } = {},
): void {
  const stories = expectedBeside<Readonly<Record<string, Of[]>>>(test, name, names);
  describe.each(Object.entries(stories))('%s', (_, some) => {
    for (const story of some) {
      const { title, steps, isSlow, keepsState, stateOmits, stateHas } = story;
      it(title, { tags: isSlow ? 'slow' : [] }, async () => {
        const sandbox = begin(story);
        const before = sandbox.snapshot();
        await follow(steps, sandbox);
        if (keepsState) expect(sandbox.snapshot()).toEqual(before);
        if (stateOmits !== undefined) expect(JSON.stringify(sandbox.snapshot())).not.toContain(stateOmits);
        if (stateHas !== undefined) expect(JSON.stringify(sandbox.snapshot())).toContain(stateHas);
      });
    }
  });
}
