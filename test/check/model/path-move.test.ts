import { describe, expect, it } from 'vitest';
import { pathMove } from '../../../scripts/check/model/path-move.js';

describe('the move of a path', () => {
  it.each([
    ['/a/b/', '/a/b', '', { slash: false }],
    ['/a/b/?page=2', 'http://127.0.0.1/a/b?page=2', '', { slash: false }],
    ['/a/b/', '/v2/a/b/', '', { prefix: '/v2' }],
    ['/a/b/', '/v2/a/b', '', { slash: false, prefix: '/v2' }],
    ['/a/b/', '/base/a/b', '/base', { slash: false }],
    ['/a/b/', '/base/v2/a/b', '/base/', { slash: false, prefix: '/v2' }],
    ['/a/b/', '/base2/base/a/b', '/base', undefined],
    ['/a/b/', '/login', '', undefined],
    ['/a/b/', '/a/b/', '', undefined],
    ['/a/b/', '/v2/b/', '', undefined],
    ['/a/b/', '/a/b', '/base', undefined],
    ['/a/b/', 'https://elsewhere.example.com/a/b', '', undefined],
    ['/a/b/', '//elsewhere.example.com/a/b', '', undefined],
    ['/a/b/', 'http://[', '', undefined],
    ['/', '/v2/', '', undefined],
  ])('of %s to %s below %j is %j', (path, location, basePath, move) => {
    expect(pathMove(path, location, `https://127.0.0.1:4020${basePath}`)).toEqual(move);
  });
});
