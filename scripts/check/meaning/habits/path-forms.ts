import { withoutSlash } from '../../../contract/path-template.js';
import type { CheckedOperation } from '../../model/contract/operations.js';
import { isSameValue } from '../../model/likeness.js';
import { caseOf } from '../../model/request.js';
import type { FirstRead } from '../../session/discover.js';
import type { RunOptions } from '../harness.js';

/** Maximum number of reads with other forms of paths in a run. Most servers handle paths in one place. */
const requestLimit = 20;

/** The slash before the last segment of a path, with the character before it. */
const lastSlash = /(.)\/(?=[^/]+\/?$)/;

/** Other forms of a path. A server may fail to check the key for them, but still treat them as the usual path. */
const pathForms: readonly (readonly [about: string, change: (path: string) => string])[] = [
  ['one slash more at the end', (path) => `${path}/`],
  ['a double slash before the last segment', (path) => path.replace(lastSlash, '$1//')],
  ['an encoded slash before the last segment', (path) => path.replace(lastSlash, '$1%2F')],
  ['the last segment in capitals', (path) => path.replace(/[^/]+\/?$/, (segment) => segment.toUpperCase())],
];

/**
 * Sends reads with other forms of their paths, each with and without the key. With the key, the server must not fail;
 * without it, the server must not return the resource. Of the reads with the same number of path segments, only one is
 * used.
 */
export async function checkPathForms(
  { session, scope, fullScope = scope }: RunOptions,
  firstReads: ReadonlyMap<CheckedOperation, FirstRead>,
): Promise<void> {
  const readsByDepth = new Map<number, FirstRead & { operation: CheckedOperation }>();
  for (const [operation, read] of firstReads) {
    const depth = withoutSlash(operation.path).split('/').length;
    if (read.outcome.ok && fullScope.has(operation) && !readsByDepth.has(depth))
      readsByDepth.set(depth, { operation, ...read });
  }
  const needsKey = ({ security, isKeyOptional = false }: CheckedOperation): boolean =>
    security.kind !== 'none' && !isKeyOptional;
  const requests = pathForms.flatMap(([about, change]) =>
    [...readsByDepth.values()].flatMap((read) => {
      const keys = needsKey(read.operation) ? (['none', 'right'] as const) : (['right'] as const);
      return keys.map((key) => ({ ...read, about, change, key }));
    }),
  );
  await session.each(
    requests.slice(0, requestLimit).filter(({ operation }) => scope.has(operation)),
    async ({ operation, parameters, outcome: usualOutcome, about, change, key }) => {
      const [detail, phrase] = [`${about}${key === 'none' ? ' without a key' : ''}`, `with ${about} of its path`];
      const testCase = caseOf(operation, { kind: 'spelling', detail, about: phrase, expect: 'any', key, parameters });
      const [path = '', ...query] = testCase.request.path.split('?');
      const request = { ...testCase.request, path: [change(path), ...query].join('?') };
      if (request.path === testCase.request.path) return;
      const outcome = await session.send({ ...testCase, request });
      // A different page at this path is no fault of the operation.
      const { ok, value } = outcome;
      if (key === 'right' || !ok || value === undefined || !isSameValue(value, usualOutcome.value)) return;
      const message = `The server treats a request without a key and ${phrase} as if it had the right key.`;
      const texts = { message, expected: 'a refusal with a 4xx status', actual: `status ${outcome.status}` };
      session.reportFault(outcome, operation, { rule: 'auth.no-key-accepted', ...texts });
    },
  );
}
