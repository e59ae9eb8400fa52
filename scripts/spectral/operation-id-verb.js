// @ts-check
import { createRulesetFunction } from '@stoplight/spectral-core';
import { nodesOf } from '../contract/walk.js';
import { formatList, formatValue } from './format.js';

/** `verbs`: verbs by method. `exceptions`: methods by operationId.
 * @typedef {{ verbs: Record<string, string[]>, exceptions?: Record<string, string> }} Options */

/** An operationId consists of a verb that suits its method, and a noun. */
export default createRulesetFunction(
  {
    input: null,
    options: {
      type: 'object',
      additionalProperties: false,
      required: ['verbs'],
      properties: {
        verbs: { type: 'object', additionalProperties: { type: 'array', items: { type: 'string' } } },
        exceptions: { type: 'object', additionalProperties: { type: 'string' } },
      },
    },
  },
  /** @param {unknown} document @param {Options} options */
  (document, { verbs, exceptions = {} }) => {
    const findings = [];
    for (const { path, value } of nodesOf(document, 'operation')) {
      const { operationId } = value;
      const method = String(path.at(-1));
      if (typeof operationId !== 'string') continue;
      if (Object.hasOwn(exceptions, operationId) && exceptions[operationId] === method) continue;
      const allowedVerbs = (Object.hasOwn(verbs, method) && verbs[method]) || [];
      if (
        allowedVerbs.some(
          (verb) => operationId.startsWith(verb) && /^[A-Z][A-Za-z0-9]*$/.test(operationId.slice(verb.length)),
        )
      ) {
        continue;
      }
      const [expected, advice] =
        allowedVerbs.length === 0
          ? [
              `no operation with ${method.toUpperCase()}, for which .spectral.yaml lists no verbs`,
              'Use another method, or list the verbs of this method there.',
            ]
          : [
              `an operationId for ${method.toUpperCase()} made of a verb (${formatList(allowedVerbs)}) and a noun ` +
                'in PascalCase',
              'Rename the operation: only these verbs are allowed.',
            ];
      findings.push({
        message: `Expected ${expected}; found ${formatValue(operationId)}. ${advice}`,
        path: [...path, 'operationId'],
      });
    }
    return findings;
  },
);
