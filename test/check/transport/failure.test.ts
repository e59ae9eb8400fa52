import { describe, expect, it } from 'vitest';
import { failureFrom } from '../../../scripts/check/transport/failure.js';

describe('an error that the server has not caused', () => {
  it.each([
    [Object.assign(new Error('connect EMFILE'), { code: 'EMFILE' }), 'this program has too many files open'],
    [Object.assign(new Error('ENFILE'), { code: 'ENFILE' }), 'the system has too many files open'],
    [Object.assign(new Error('ENOBUFS'), { code: 'ENOBUFS' }), 'no memory left for connections'],
    [Object.assign(new Error('ENOMEM'), { code: 'ENOMEM' }), 'too little memory'],
    [new ReferenceError('X is not defined'), 'This is a mistake of directory-contract: ReferenceError: X is not'],
    [new RangeError('Maximum call stack size exceeded'), 'This is a mistake of directory-contract: RangeError: Max'],
    [new TypeError('x is undefined'), 'This is a mistake of directory-contract: TypeError: x is undefined.'],
  ])('safety 18: gives no verdict on it: %s', (error, said) => {
    for (const stage of ['connecting', 'sent', 'begun', 'receiving'] as const) {
      const { code, message } = failureFrom(error, stage, false);
      expect(code).toBe('target.unreachable');
      expect(message).toContain(said);
    }
  });
});
