import { readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { renderReport } from '../../../scripts/check/reports/index.js';
import { runAgain } from '../../../scripts/commands/again/run.js';
import { configFile } from '../../../scripts/commands/check/settings.js';
import { findFinding } from '../../../scripts/commands/explain/run.js';
import { sampleReport } from '../../check/reports/sample.js';
import { temporaryFolder } from '../../temporary-folder.js';
import { checked, key, type Ran, ranWith, sandboxAt } from '../check/fixture.js';

const only = ['getPartnerEntry'];

/** Checks a server with a fault; returns its address, and where the run was and kept its report. */
async function checkOnce(stateHome = temporaryFolder()) {
  vi.stubEnv('DIRECTORY_API_KEY', key);
  const baseUrl = await sandboxAt('wrong-type');
  const where = { environment: { XDG_STATE_HOME: stateHome }, folder: temporaryFolder() };
  const ran = await checked({ baseUrl, only, exchanges: true }, where);
  return { ...ran, baseUrl, where, stateHome };
}

function again(where: object, name?: string, flags: { baseUrl?: string } = {}): Promise<Ran> {
  return ranWith((streams) => runAgain(name, flags, { ...streams, environment: {}, ...where }));
}

describe('the report of the last run', () => {
  it('is kept for its user alone, without exchanges and without the key', async () => {
    const { stateHome } = await checkOnce();
    const names = readdirSync(stateHome, { recursive: true, encoding: 'utf8' });
    const file = join(stateHome, names.find((name) => name.endsWith('.report.json')) ?? '');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const text = readFileSync(file, 'utf8');
    expect(JSON.parse(text)).not.toHaveProperty('exchanges');
    expect(text).not.toContain(key);
  });

  it('is what "again" and "explain" speak of, and both say which run it was', async () => {
    const { where, baseUrl } = await checkOnce();
    const listed = await again(where, undefined);
    const run = `the run of ${new Date().toISOString().slice(0, 10)} `;
    expect(listed.output).toContain(`, from ${run}`);
    expect(listed.output).toContain(` UTC against ${baseUrl} (`);
    const shown = await again(where, '1', { baseUrl });
    expect(shown.output).toContain(`From ${run}`);
    expect(shown).toMatchObject({ code: 1 });
    const found = findFinding('1', where);
    expect(found?.text).toContain(`Finding 1 of ${run}`);
    expect(found?.rule).toMatch(/^schema\./);
    expect(() => findFinding('99', where)).toThrow('The report has no finding 99.');
    expect(findFinding('schema.type:other:/x', where)).toBeUndefined();
  });

  it('is left for the report of the configuration if that is newer', async () => {
    const { where, baseUrl } = await checkOnce();
    const file = join(where.folder, 'own.json');
    const sample = sampleReport();
    writeFileSync(file, renderReport('json', { ...sample, target: { ...sample.target, baseUrl: 'http://sample' } }));
    writeFileSync(join(where.folder, configFile), JSON.stringify({ report: { json: 'own.json' } }));
    expect((await again(where, undefined)).output).toContain('against http://sample');
    utimesSync(file, 0, 1);
    expect((await again(where, undefined)).output).toContain(`against ${baseUrl}`);
  });

  it('is that of the server that is named', async () => {
    const first = await checkOnce();
    const second = await checkOnce(first.stateHome);
    const listed = await Promise.all(
      [{}, first].map(({ baseUrl }: { baseUrl?: string }) =>
        again(first.where, undefined, { ...(baseUrl && { baseUrl }) }),
      ),
    );
    expect(listed[0]?.output).toContain(second.baseUrl);
    expect(listed[1]?.output).toContain(first.baseUrl);
  });

  it('is no error where it cannot be kept, and where there is none, the message says what to do', async () => {
    const { code, where } = await checkOnce('/proc/x');
    expect(code).toBe(0);
    const { code: againCode, errors } = await again(where, undefined, { baseUrl: 'http://127.0.0.1:9' });
    expect(againCode).toBe(2);
    expect(errors).toContain('Expected the report of an earlier check of http://127.0.0.1:9, found neither check.json');
  });
});
