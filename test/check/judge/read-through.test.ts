import { describe, expect, it } from 'vitest';
import { ownContract } from '../../../scripts/check/engine/contract/own-contract.js';
import { findWrappedPart } from '../../../scripts/check/judge/read-through.js';
import { yamlBeside } from '../../yaml-beside.js';

const contract = ownContract();

const { read, kept } = yamlBeside<{
  read: [what: string, operationId: string, body: unknown, part: unknown][];
  kept: [what: string, operationId: string, body: unknown][];
}>(import.meta.url, 'read-through.yaml');

function partOf(operationId: string, value: unknown): unknown {
  const operation = contract.operation(operationId) ?? expect.fail(operationId);
  const [body] = operation.success?.bodies ?? [];
  return findWrappedPart({ contract, operation, body: body ?? expect.fail('no body'), value })?.value;
}

describe('the part of a body that the contract describes', () => {
  it.each(read)('is found in %s', (_, operationId, body, part) => {
    expect(partOf(operationId, body)).toEqual(part);
  });

  it.each(kept)('is not searched in %s', (_, operationId, body) => {
    expect(partOf(operationId, body)).toBeUndefined();
  });
});
