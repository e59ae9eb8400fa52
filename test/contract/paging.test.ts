import { expect, it } from 'vitest';
import { queryIn } from '../../scripts/contract/paging/follow.js';

it('the query of a URL with very many parameters is read, with a list for each that is repeated', () => {
  const names = Array.from({ length: 200_000 }, (_, index) => `p${index}`);
  const query = queryIn([...names, 'p7', 'p7=a'].join('&'));
  expect(Object.keys(query)).toEqual(names);
  expect([query['p7'], query['p8']]).toEqual([['', '', 'a'], '']);
  expect(queryIn('__proto__=a&b=%20c')).toEqual(JSON.parse('{"__proto__":"a","b":" c"}'));
});
