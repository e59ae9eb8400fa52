import { expect, it } from 'vitest';
import { readJsonFile } from '../../scripts/files/json-file.js';
import { temporaryFile } from '../temporary-folder.js';

it.each([
  ['arrays', '[', ']', 1],
  ['objects', '{"a":', '}', 5],
])(
  'a file of many %s in each other is refused with the place, and one of 1000 levels is read',
  (_, open, close, width) => {
    const nest = (levels: number): string =>
      temporaryFile(`${levels}.json`, `${open.repeat(levels)}${open === '[' ? '' : '1'}${close.repeat(levels)}`);
    expect(() => readJsonFile(nest(50_000), 'a baseline', 1e6)).toThrow(
      new RegExp(
        `50000\\.json:1:${1000 * width + 1}: Expected at most 1000 levels\\. The file must contain a baseline in JSON`,
      ),
    );
    expect(readJsonFile(nest(1000), 'a baseline', 1e6).value).toBeTypeOf('object');
  },
);
