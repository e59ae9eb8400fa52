import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { GivenFlags } from '../../../scripts/commands/check/settings.js';
import { temporaryFile } from '../../temporary-folder.js';
import { checked, countingServer, key } from './fixture.js';

beforeEach(() => {
  vi.stubEnv('DIRECTORY_API_KEY', key);
});

/** Returns the message that refuses these flags. The run must end with 2, send nothing, and print nothing else. */
async function refused(flags: GivenFlags): Promise<string> {
  const { url, asked } = await countingServer((_request, response) => response.end());
  const { code, output, errors } = await checked({ baseUrl: url, ...flags });
  expect({ code, output, asked }).toEqual({ code: 2, output: '', asked: [] });
  return errors;
}

describe('safety exit-2: bad input ends with 2 and one sentence, and nothing is sent', () => {
  const file = temporaryFile('file', 'a file');
  const disposable =
    '--writes disposable creates, changes and deletes resources of 127.0.0.1, but --confirm-host names another host.';
  const noUuid = 'Expected a UUID for directory_id, found "not-a-uuid". Use the id of an existing resource.';
  const noId = 'Expected an id that is not empty, and has no part "." or "..", for entry_id, found "..".';
  const [only, directory, param] = [['updatePartnerEntri'], 'not-a-uuid', ['updateTier.entry_id=1']];
  const noParameter = (name: string): string => `The operations of the contract have no parameter "${name}".`;
  it.each<[GivenFlags, string]>([
    [{ only }, 'The contract has no operation "updatePartnerEntri". Did you mean updatePartnerEntry?'],
    [{ directory }, noUuid],
    [{ entry: '..' }, noId],
    [{ entry: '.' }, 'found ".".'],
    [{ param: ['tier_id='] }, 'for tier_id, found "".'],
    [{ param: ['tier_id=a/b'] }, 'for tier_id, found "a/b".'],
    [{ param: ['tier_id=a\\b'] }, 'for tier_id, found "a\\b".'],
    [{ param: ['updateTier.tier_id=1'] }, 'Expected a UUID for updateTier.tier_id, found "1".'],
    [{ param: ['teir_id=1'] }, `${noParameter('teir_id')} Did you mean tier_id?`],
    [{ param }, `${noParameter('updateTier.entry_id')} Did you mean updateTier.tier_id?`],
    [{ contract: 'no-such.yaml' }, 'no-such.yaml'],
    [{ changedFrom: 'no-such.yaml' }, 'no-such.yaml'],
    [{ baseline: 'no-such.json' }, 'Expected a baseline at no-such.json, but the file does not exist.'],
    [{ har: 'no-such.har' }, 'the file does not exist'],
    [{ report: ['json=/'] }, 'The report json cannot be written to /: it is a folder. Choose another path.'],
    [{ report: [`json=${file}/report.json`] }, `${file} is not a folder. Choose another path.`],
    [{ writes: 'disposable', confirmHost: 'staging.example.com' }, disposable],
  ])('%j', async (flags, says) => {
    const errors = await refused(flags);
    expect(errors).toContain(says);
    expect(errors).not.toMatch(/^\s+at /m);
  });

  it.each<[string, string, string]>([
    ['contract', 'openapi: 4.0.0\n', 'openapi'],
    ['contract', 'openapi: [\n', ':'],
    ['baseline', '{ "format": 1, }', ':1:16: Expected a name in double quotes'],
    ['har', '<html>', 'Record the traffic as HAR 1.2'],
    ['timings', '{}', 'is not a report of the check. Name files that --report json=… wrote'],
  ])('for a broken file with --%s: %j', async (name, content, says) => {
    const path = temporaryFile('broken', content);
    const errors = await refused({ [name]: path, ...(name === 'timings' && { shard: '1/4' }) });
    expect(errors).toContain(path);
    expect(errors).toContain(says);
  });

  it.each([
    ['', 'The environment variable DIRECTORY_API_KEY is not set.'],
    ['line\nbreak-key', 'DIRECTORY_API_KEY must be printable ASCII'],
  ])('for the key %j', async (value, says) => {
    vi.stubEnv('DIRECTORY_API_KEY', value);
    const errors = await refused({});
    expect(errors).toContain(says);
    expect(errors).not.toContain('break-key');
  });
});
