import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { leanCode } from '../../scripts/build/artefacts/validators/lean-code.js';
import { readContract } from '../../scripts/check/engine/foreign-contract.js';
import { UnknownCode } from '../../scripts/contract/ajv-code.js';
import { linearCode } from '../../scripts/contract/linear-code.js';

/** A schema whose code has a place for each rewriting. */
const schema = {
  type: 'object',
  required: ['a'],
  properties: {
    a: { type: 'array', items: { $ref: 'Other' }, uniqueItems: true },
    ...Object.fromEntries([...'bcdefghijk'].map((name) => [name, {}])),
  },
  anyOf: [{ required: ['b'] }, { required: ['c'] }],
  additionalProperties: false,
};

/** The code that Ajv generates for the schema, with the options that a rewriting expects. */
function codeOf(unevaluated: boolean): string {
  const ajv = new Ajv2020({
    strict: false,
    allErrors: true,
    ownProperties: true,
    inlineRefs: false,
    validateSchema: false,
    code: { source: true, esm: true, lines: true },
  });
  ajv.opts.unevaluated = unevaluated;
  ajv.addSchema({ $id: 'Other', type: 'object', anyOf: [{ required: ['b'] }] }).addSchema({ $id: 'Whole', ...schema });
  return String((ajv.getSchema('Whole') as ValidateFunction).source?.validateCode);
}

/** A change that a release of Ajv could make, and the part that is then missing. */
type Change = [from: string, to: string, missing: string, expected: number, found: number];

describe('code of Ajv in an unknown form is rejected with a sentence', () => {
  function expectRefusal(act: () => string, file: string, [, , missing, expected, found]: Change): void {
    expect(act).toThrow(UnknownCode);
    expect(act).toThrow(
      `Expected ${expected} ${missing} in the code that Ajv generates, in the form that ${file} knows, found ` +
        `${found}. ` +
        'Compare the code of the installed version of Ajv with the patterns there, and correct the patterns, ' +
        'or go back to the previous version.',
    );
  }

  it.each<Change>([
    ['let vErrors = null;', 'let vErrors;', 'beginnings of a function', 1, 0],
    ['return errors === 0;', 'return !errors;', 'ends of a function', 1, 0],
    ['const evaluated0 = ', 'const evaluated0=', 'records of evaluated properties', 1, 0],
    ['vErrors.push(err0);', 'vErrors[vErrors.length] = err0;', 'places where an error is stored', 8, 7],
    ['vErrors.concat(', '[].concat(vErrors, ', 'calls of other functions', 1, 0],
    ['vErrors.length = _errs', 'vErrors.length = +_errs', 'places where errors are dropped', 1, 0],
    ['(data.a === undefined) || (', '(data?.a === undefined) || (', 'required fields', 3, 2],
    ['data.a !== undefined && ', '(data.a) !== undefined && ', 'optional fields', 1, 0],
    ['func0.call(schema', 'func0.call((0, schema', 'names declared by a schema', 1, 0],
    ['for(let i0', 'for (let i0', 'loops', 4, 3],
    ['for(const key0 of Object.keys(data)){', 'for(const key0 of Object.keys(data)) /* of it */', 'loops', 4, 3],
  ])('by leanCode: %s', (...change) => {
    const code = codeOf(true);
    expect(leanCode(code, 'check', schema)).toContain('function check(data, at, notes)');
    expect(code).toContain(change[0]);
    const act = (): string => leanCode(code.replace(change[0], change[1]), 'check', schema);
    expectRefusal(act, 'scripts/build/artefacts/validators/lean-code.ts', change);
  });

  it.each<Change>([
    ['/*# sourceURL=', '/*# sourceURL= ', 'comments with the id of a schema', 1, 0],
    ['vErrors.concat(', '[].concat(vErrors, ', 'copies of errors', 1, 0],
    ['for(let i0', 'for (let i0', 'loops', 4, 3],
    ['for(;i', 'while(i', 'loops', 4, 3],
  ])('by linearCode: %s', (...change) => {
    const code = codeOf(false);
    expect(linearCode(code)).toContain('vErrors.push(error)');
    expect(code).toContain(change[0]);
    expectRefusal(() => linearCode(code.replace(change[0], change[1])), 'scripts/contract/linear-code.ts', change);
  });
});

describe('the text of a foreign contract', () => {
  /** The number of mistakes in a response that must be a Thing. */
  function mistakesIn(value: unknown, thing: object): number | undefined {
    const content = { 'application/json': { schema: { $ref: '#/components/schemas/Thing' } } };
    const get = { operationId: 'getThing', responses: { 200: { description: 'It.', content } } };
    const document = {
      openapi: '3.1.0',
      info: { title: 'Things', version: '1' },
      paths: { '/thing': { get } },
      components: { schemas: { Thing: thing } },
    };
    const folder = mkdtempSync(join(tmpdir(), 'ajv-code-'));
    try {
      writeFileSync(join(folder, 'contract.json'), JSON.stringify(document));
      const { judge, operations } = readContract(join(folder, 'contract.json'));
      return operations[0] && judge.answer(operations[0], '200', value, 'application/json').length;
    } finally {
      rmSync(folder, { recursive: true });
    }
  }

  it('is not treated as code if it looks like code of Ajv', () => {
    const text = 'vErrors = vErrors.concat(x.errors); for(let i=0;;){ ,parentData /*# sourceURL="x" */; "0"';
    const thing = {
      type: 'object',
      required: [text],
      properties: { [text]: { const: text }, 'for(': { type: 'array' } },
    };
    expect(mistakesIn({ [text]: text, 'for(': [] }, thing)).toBe(0);
    expect(mistakesIn({ [text]: 'another', 'for(': 1 }, thing)).toBe(2);
  });

  it('does not run if the id of a schema ends a comment', () => {
    const thing = { $id: '*/;globalThis.ran=true;/*', type: 'object', properties: { part: { $ref: '#' } } };
    expect(mistakesIn({ part: 1 }, thing)).toBe(1);
    expect(globalThis).not.toHaveProperty('ran');
  });
});
