import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { GivenFlags } from '../../../scripts/commands/check/settings.js';
import { temporaryFile } from '../../temporary-folder.js';
import { checked, countingServer, key } from './fixture.js';
import { mistakes } from './mistakes.js';

beforeEach(() => vi.stubEnv('DIRECTORY_API_KEY', key));

/** Returns the message that refuses these flags. The run must end with 2, send nothing, and print nothing else. */
async function readRefusal(flags: GivenFlags): Promise<string> {
  const { url, requests } = await countingServer((_request, response) => response.end());
  const { code, output, errors } = await checked({ baseUrl: url, ...flags });
  expect({ code, output, asked: requests }).toEqual({ code: 2, output: '', asked: [] });
  return errors;
}

describe('safety exit-2: bad input ends with 2 and one sentence, and nothing is sent', () => {
  const file = temporaryFile('file', 'a file');
  it.each<[GivenFlags, string]>([
    ...mistakes.run,
    [{ report: [`json=${file}/report.json`] }, `${file} is not a folder. Choose another path.`],
  ])('%j', async (flags, message) => {
    const errors = await readRefusal(flags);
    expect(errors).toContain(message);
    expect(errors).not.toMatch(/^\s+at /m);
  });

  it.each<[string, string, string]>([
    ['contract', 'openapi: 4.0.0\n', 'openapi'],
    ['contract', 'openapi: [\n', ':'],
    ['baseline', '{ "format": 1, }', ':1:16: Expected a name in double quotes'],
    ['har', '<html>', 'Record the traffic as HAR 1.2'],
    ['timings', '{}', 'is not a report of the check. Name files that --report json=… wrote'],
  ])('for a broken file with --%s: %j', async (name, content, message) => {
    const path = temporaryFile('broken', content);
    const errors = await readRefusal({ [name]: path, ...(name === 'timings' && { shard: '1/4' }) });
    expect(errors).toContain(path);
    expect(errors).toContain(message);
  });

  it.each([
    ['', 'The environment variable DIRECTORY_API_KEY is not set.'],
    ['line\nbreak-key', 'The value of DIRECTORY_API_KEY cannot be sent. Expected printable ASCII'],
  ])('for the key %j', async (value, message) => {
    vi.stubEnv('DIRECTORY_API_KEY', value);
    const errors = await readRefusal({});
    expect(errors).toContain(message);
    expect(errors).not.toContain('break-key');
  });
});
