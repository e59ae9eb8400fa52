// @module-tag slow
import { expect, it } from 'vitest';
import { SchemaCompiler } from '../../scripts/contract/body-compiler.js';
import type { OpenApiDocument } from '../../scripts/contract/document.js';
import { bounded } from '../../scripts/system/bounded.js';

const count = 40;
const refTo = (index: number): { $ref: string } => ({ $ref: `#/components/schemas/S${index % count}` });

/** A ring of schemas, so that none is whole before all are, which takes a while. */
function ring(): OpenApiDocument {
  const texts = Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`p${index}`, { type: 'string' }]));
  const schemas = Array.from({ length: count }, (_, index) => [
    `S${index}`,
    { type: 'object', properties: { ...texts, next: refTo(index + 1) } },
  ]);
  return { components: { schemas: Object.fromEntries(schemas) as object }, paths: {} } as unknown as OpenApiDocument;
}

it.each([20, 40, 80])('compiles after a limit of %i ms has stopped it in the middle', (milliseconds) => {
  const compiler = new SchemaCompiler(ring());
  bounded(() => compiler.compile(refTo(0)), { milliseconds });
  const validate = compiler.compile(refTo(0));
  expect([validate({ next: { next: { p1: 'x' } } }), validate({ next: { next: { p1: 1 } } })]).toEqual([true, false]);
});
