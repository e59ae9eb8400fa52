// @module-tag slow
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contract } from '../../generated/contract.js';
import type { JsonObject } from '../../scripts/contract/json.js';
import { readContract } from '../../scripts/sandbox/model/read-contract.js';
import { operations } from '../../scripts/sandbox/sandbox.js';
import { bodiesByAjv } from '../bodies-by-ajv.js';
import { open } from './fixture.js';
import { fitting } from './random-value.js';

/** Reasons to refuse a body that fits its schema: it names a resource that is missing, or that belongs elsewhere. */
const documentedPattern =
  /names (?:no (?:tier|entry)|an entry of another directory)|is taken|must be [-0-9a-f]{36}, as in the path|too large/;

const schemas = readContract(contract).requestSchemas;
const { requests } = bodiesByAjv(contract);
const runs = 60;

describe('a body that fits the schema of its request', () => {
  it.each(operations.filter(({ takesBody }) => takesBody))(
    'is accepted by $id',
    async ({ id, successStatus: success }) => {
      const sandbox = open();
      const validArbitrary = fitting(schemas.get(id) ?? {}).filter((body) => requests[id]?.(body) !== false);
      await fc.assert(
        fc.asyncProperty(validArbitrary, async (body) => {
          sandbox.reset();
          const { status, json, text } = await sandbox.call(id, { body });
          const errors = ((json as JsonObject | undefined)?.['errors'] ?? []) as { message: string }[];
          const isDocumented = errors.length > 0 && errors.every(({ message }) => documentedPattern.test(message));
          if (!(status >= 400 && isDocumented)) expect({ status, text }).toEqual({ status: success, text });
        }),
        { seed: 4020, numRuns: runs },
      );
    },
  );
});
