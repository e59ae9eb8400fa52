import { describe, expect, it } from 'vitest';
import { operations } from '../../scripts/sandbox/sandbox.js';
import { bodyOf, open } from './fixture.js';

describe('every response', () => {
  it.each(operations)('has the standing of $id', async (operation) => {
    const body = operation.takesBody ? bodyOf(operation) : undefined;
    const refusals = [{ body: '{' }, { headers: { prefer: 'code=418' } }];
    for (const send of [{ body }, ...refusals.map((refusal) => (operation.takesBody ? refusal : {}))]) {
      const { headers } = await open().call(operation.id, send);
      expect(headers.get('X-Contract-Standing')).toBe(operation.standing);
    }
  });
});
