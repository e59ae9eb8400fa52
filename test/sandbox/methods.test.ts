import { describe, expect, it } from 'vitest';
import { operations } from '../../scripts/sandbox/sandbox.js';
import { urlOf } from './fixture.js';
import { jsonHeaders, serveForTests } from './http.js';

const served = serveForTests();
const paths = [...new Set(operations.map(({ path }) => path))].map((path) => ({
  path,
  own: operations.filter((operation) => operation.path === path),
}));

/** Sends a request, and returns its status with the methods of the header Allow. */
async function send(method: string, path: string): Promise<{ status: number; allow: string[] | undefined }> {
  const body = method === 'OPTIONS' ? null : '{}';
  const { status, headers } = await fetch(served.url + path, { method, headers: jsonHeaders, body });
  return { status, allow: headers.get('allow')?.split(', ').sort() };
}

describe('a path', () => {
  // The templates of one entry and one review also match these two paths, but a concrete path takes precedence.
  it.each(paths)('has exactly its own methods: $path', async ({ own: [first, ...otherOperations] }) => {
    const methods = [first, ...otherOperations].map((operation) => operation?.method.toUpperCase() ?? '');
    const allow = [...methods, ...(methods.includes('GET') ? ['HEAD'] : [])].sort();
    const url = first ? urlOf(first) : '';
    for (const method of ['OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE'].filter((text) => !allow.includes(text)))
      expect({ method, ...(await send(method, url)) }).toEqual({ method, status: 405, allow });
  });
});
