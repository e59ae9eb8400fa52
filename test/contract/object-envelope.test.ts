import { expect, it } from 'vitest';
import { schemaInside } from '../../scripts/contract/object-envelope.js';

const data = { type: 'object', properties: { id: { type: 'string' } } };
const document = {
  envelope: { allOf: [{ properties: { status: {} } }, { $ref: '#/dated' }] },
  dated: { anyOf: [{ type: 'null' }, { properties: { 'da/ta': data } }], allOf: [{ $ref: '#/envelope' }] },
};

it('the schema inside an envelope may be in a part of the envelope, behind references', () => {
  const whole = { schema: { $ref: '#/envelope' }, pointer: '/body' };
  const pointer = '/dated/anyOf/1/properties/da~1ta';
  expect(schemaInside(document, whole, '/da~1ta')).toEqual({ schema: data, pointer });
  expect(schemaInside(document, whole, '/da~1ta/id')).toEqual({
    schema: { type: 'string' },
    pointer: `${pointer}/properties/id`,
  });
  const undescribed = { schema: {}, pointer: '/envelope/properties/constructor' };
  expect(schemaInside(document, whole, '/constructor')).toEqual(undescribed);
});
