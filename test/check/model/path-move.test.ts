import { describe, expect, it } from 'vitest';
import { pathMove } from '../../../scripts/check/model/path-move.js';
import { yamlBeside } from '../../yaml-beside.js';

describe('the move of a path', () => {
  type Row = [path: string, location: string, basePath: string, move: object | null];
  it.each(yamlBeside<Row[]>(import.meta.url, 'path-move.yaml'))(
    'of %s to %s below %j is %j',
    (path, location, basePath, move) => {
      expect(pathMove(path, location, `https://127.0.0.1:4020${basePath}`) ?? null).toEqual(move);
    },
  );
});
