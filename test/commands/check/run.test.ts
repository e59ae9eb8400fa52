import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { CheckReport } from '../../../scripts/check/model/report/report.js';
import { deliverReport } from '../../../scripts/check/reports/deliver.js';
import type { GivenFlags } from '../../../scripts/commands/check/settings.js';
import { serveDocs } from '../../../scripts/docs-server/serve.js';
import { sampleReport } from '../../check/reports/sample.js';
import { addressOfNobody } from '../../listen-here.js';
import { longPattern } from '../../long-pattern.js';
import { temporaryFile, temporaryFolder } from '../../temporary-folder.js';
import { checked, key, type Ran, ranWith, sandboxAt, taughtSandboxAt } from './fixture.js';

beforeEach(() => vi.stubEnv('DIRECTORY_API_KEY', key));

/** Flags for a check of one list, of a correct server. */
const directoriesOf = async (): Promise<GivenFlags> => ({ baseUrl: await sandboxAt(), only: ['listDirectories'] });
const entry = 'c07ef43e-b5f0-44d8-8c75-5f49fec498c9';

describe('the command check', () => {
  it('safety exit-0: ends with 0 for a correct server, and prints the coverage', async () => {
    const { code, output, errors } = await checked({ baseUrl: await sandboxAt(), only: ['getPartnerEntry'] });
    expect(output).toMatch(/^Success tested 1\/1, refusals 1\/1/m);
    expect(output).toMatch(/\nPassed: /);
    expect(errors.replaceAll(/^\d+ of about .*\n/gm, '')).toBe('');
    expect(code).toBe(0);
  });

  it('safety exit-1: ends with 1 if the server violates the contract, and prints a command that repeats the finding', {
    tags: 'slow',
  }, async () => {
    const only = ['updatePartnerEntry'];
    const { code, output } = await checked({ baseUrl: await sandboxAt('wrong-type'), only, writes: 'disposable' });
    expect(output).toContain('openapi/components/schemas/partner-entries/PartnerEntry.yaml');
    expect(output).toContain('$DIRECTORY_API_KEY');
    expect(output).not.toContain(key);
    expect(code).toBe(1);
  });

  it('safety exit-9: ends with 9 if less was tested than required', async () => {
    const only = ['updatePartnerEntry', 'getPartnerEntry'];
    const { code } = await checked({ baseUrl: await sandboxAt(), only, minCoverage: '100' });
    expect(code).toBe(9);
  });

  it('safety exit-9: ends with 9 if fewer fields occurred than --min-fields requires', async () => {
    const settings = { baseUrl: await sandboxAt('field-absent'), only: ['getPartnerEntry'], minFields: '99' };
    const { code, output } = await checked({ ...settings, verbose: true });
    const text = output.replaceAll(/\s+/g, ' ');
    expect(text).toContain(
      '3 documented fields never seen with a value: ' +
        'getPartnerEntry: tracking, tracking.tracker_website_id, tracking.tracker_share_id ',
    );
    expect(text).toContain(
      'Too little tested: Responses had values for 72 of 75 documented fields, 96.0 %; --min-fields requires 99 %. ' +
        '--verbose lists the others.',
    );
    expect(code).toBe(9);
    expect((await checked({ ...settings, minFields: '96' })).code).toBe(0);
  });

  it('first says that the address is that of the docs or of another website', async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'index.html'), '<!doctype html><title>Docs</title>');
    const { url, close } = await serveDocs(folder);
    const { code, output } = await checked({ baseUrl: url, only: ['listDirectories', 'updateFilter'] });
    await close();
    expect(code).toBe(3);
    expect(output.replaceAll('\n', ' ')).toMatch(
      `${url} sends web pages, and no operation of the contract succeeded there. It is probably not the service, but ` +
        `a website, such as its docs.  ${url} against Directory interface`,
    );
    expect(output.indexOf('such as its docs.')).toBeLessThan(output.indexOf('△ drift'));
  });

  it('counts findings for a new baseline as the next run does, and is silent about one without findings', async () => {
    const baseline = join(temporaryFolder(), 'known.json');
    const settings = { only: ['getPartnerEntry', 'listPartnerEntries'], baseline };
    const faulty = { ...settings, baseUrl: await sandboxAt('extra-field') };
    const first = await checked({ ...faulty, updateBaseline: true });
    expect(first.errors).toContain(
      `${baseline} now accepts 1 finding of this run. Write a reason for each finding into this file before you ` +
        'commit it.\n',
    );
    const second = await checked(faulty);
    expect(second.output.replaceAll(/\s+/g, ' ')).toContain(`The baseline ${baseline} accepts 1 finding of this run.`);
    const right = { ...settings, baseUrl: await sandboxAt() };
    expect((await checked({ ...right, updateBaseline: true })).errors).toContain(
      `${baseline} now accepts 0 findings of this run.\n`,
    );
    expect((await checked(right)).output).not.toContain('baseline');
  });

  it('takes the address from the environment, ids from flags, and other settings from a file', async () => {
    const folder = temporaryFolder();
    const settings = { only: ['getPartnerEntry'], report: { json: 'out/report.json' } };
    writeFileSync(join(folder, 'directory-contract.config.json'), JSON.stringify(settings));
    const { code } = await checked({ entry }, { environment: { DIRECTORY_BASE_URL: await sandboxAt() }, folder });
    expect(code).toBe(0);
    const report = JSON.parse(readFileSync(join(folder, 'out/report.json'), 'utf8')) as CheckReport;
    const inScope = report.operations.filter((operation) => operation.inScope);
    expect(inScope.map(({ operationId }) => operationId)).toEqual(['getPartnerEntry']);
  });

  it('prints at the end the answers that responses show, and the command that learns them', async () => {
    const baseUrl = await taughtSandboxAt({ 'lists.envelope': { value: { items: '/data' } } });
    const { code, output } = await checked({ baseUrl, only: 'listDirectories,listTiers', maxWait: '5', strict: true });
    expect(code).toBe(1);
    expect(output).toContain('\n  question  lists.envelope\n');
    expect(output).toContain(`
  lists.envelope: { value: { items: /data } }
This command finds the answers, and tests them:
  directory-contract learn --base-url ${baseUrl} --only listDirectories,listTiers --max-wait 5
"directory-contract answers lists.envelope" explains a question.
`);
  });

  it('links to the docs of a team, and shows findings at its configuration file', async () => {
    const folder = temporaryFolder();
    const path = join(folder, 'directory-contract.config.json');
    writeFileSync(path, JSON.stringify({ only: ['getPartnerEntry'], docsUrl: 'https://docs.acme.dev/directory' }));
    const flags = { baseUrl: await sandboxAt('wrong-type'), report: ['json=-'] };
    const { output } = await checked(flags, { folder });
    const { run } = JSON.parse(output) as CheckReport;
    expect(run).toMatchObject({ docs: 'https://docs.acme.dev/directory/', config: path });
    const html = await checked({ ...flags, report: ['html=-'] }, { folder });
    expect(html.output).toContain('<a href="https://docs.acme.dev/directory/rules-schema.html#schema.type">');
    const wrong = await checked({ ...flags, docsUrl: 'docs.acme.dev' }, { folder });
    expect(wrong.errors).toContain('Expected --docs-url with an http');
    expect(wrong.code).toBe(2);
  });

  it('writes a report to standard output, and the text for people to standard error', async () => {
    const { output, errors } = await checked({ ...(await directoriesOf()), report: ['json=-'] });
    expect(JSON.parse(output)).toMatchObject({ verdict: 'passed' });
    expect(errors).toMatch(/\nPassed: /);
  });

  it('shows its progress on a terminal, and removes it at the end', async () => {
    const { output } = await checked(await directoriesOf(), { isOneTerminal: true });
    expect(output).toMatch(
      longPattern(
        /^\r\u001b\[2K\d+ of about \d+ requests, none failing, now: /,
        /[^\r\n]*(\r\u001b\[2K[^\r\n]*)*\r\u001b\[2K\u001b\[1mhttp:[^\r]*$/,
      ),
    );
  });

  it('shows no colours if NO_COLOR is set', async () => {
    const { output } = await checked(await directoriesOf(), { isTTY: true, environment: { NO_COLOR: '1' } });
    expect(output).not.toContain('\u001b[');
  });

  it('judges recorded traffic without an address and without a key', async () => {
    vi.stubEnv('DIRECTORY_API_KEY', undefined);
    const url = 'https://directory.example.com/api/directory/private/v1alpha/directories/';
    const content = { mimeType: 'application/json', text: '{}', size: 2 };
    const response = { status: 200, headers: [{ name: 'Content-Type', value: 'application/json' }], content };
    const har = temporaryFile(
      'recorded.har',
      JSON.stringify({ log: { entries: [{ request: { method: 'GET', url, headers: [] }, response, time: 1 }] } }),
    );
    const { code, output } = await checked({ har });
    expect(output).toContain('schema.type  listDirectories');
    expect(code).toBe(0);
  });
});

describe('safety exit-3: no verdict: exit 3', () => {
  it('if nothing listens, with one sentence', async () => {
    const { url } = await addressOfNobody();
    const { code, output } = await checked({ baseUrl: url });
    expect(output).toMatch(
      /^No verdict: The host of the base URL refuses connections at this port\. Start .* port\.\n$/,
    );
    expect(code).toBe(3);
  });
});

it('a report that cannot be written ends the run with 2, after the other reports are written', async () => {
  const folder = temporaryFolder();
  const lostPath = join(folder, 'lost.json');
  // The path is free at the start of the run, but a folder at its end.
  const get = (_: object, name: string | symbol): undefined => {
    if (name === 'NO_COLOR') mkdirSync(lostPath, { recursive: true });
  };
  const { code, errors } = await checked(
    { ...(await directoriesOf()), report: [`json=${lostPath}`, `junit=${folder}/report.xml`] },
    { environment: new Proxy({}, { get }), isTTY: true },
  );
  expect(errors).toContain(`Cannot write the report ${lostPath}`);
  expect(existsSync(join(folder, 'report.xml'))).toBe(true);
  expect(code).toBe(2);
});

describe('the delivery of reports', () => {
  /** Delivers a report to files of a folder, in the formats of their names, and to standard output. */
  function delivered(
    report: CheckReport,
    folder: string,
    names: string[],
    more: Parameters<typeof deliverReport>[1] = [],
  ): Promise<Ran> {
    const formats = { json: 'json', xml: 'junit', html: 'html' } as const;
    const reports = names.map((name) => ({
      format: formats[name.split('.')[1] as keyof typeof formats],
      path: join(folder, name),
    }));
    return ranWith((streams) =>
      deliverReport(report, [...reports, ...more], { verbose: false }, { ...streams, environment: {} }),
    );
  }

  it('safety 18: ends with 2 if a report cannot be rendered, but writes the other reports', async () => {
    const toJSON = (): never => {
      throw new TypeError('injected');
    };
    const report = sampleReport();
    const folder = temporaryFolder();
    const odd = { ...report, run: Object.assign({ ...report.run }, { toJSON }) };
    const { code, output, errors } = await delivered(odd, folder, ['report.json', 'report.xml']);
    expect(code).toBe(2);
    expect(errors).toMatch(/^This is a bug in directory-contract: TypeError: injected\. .*\n$/);
    expect(output).toContain('Success tested');
    expect(readdirSync(folder)).toEqual(['report.xml']);
  });

  it('lets only the user read a report with exchanges; an existing file keeps its permissions', {
    tags: 'slow',
  }, async () => {
    const folder = temporaryFolder();
    const modeOf = (name: string): number => statSync(join(folder, name)).mode & 0o777;
    writeFileSync(join(folder, 'open.json'), '', { mode: 0o644 });
    const names = ['new.json', 'open.json', 'below/new.html'];
    await delivered({ ...sampleReport(), exchanges: [] }, folder, names);
    expect(names.map(modeOf)).toEqual([0o600, 0o644, 0o600]);
    await delivered(sampleReport(), folder, ['usual.json']);
    expect(modeOf('usual.json')).toBe(0o666 & ~process.umask());
  });

  it('ends with 8, and writes nothing, if the report contains the key', async () => {
    const told = { ...sampleReport(), notes: [`The server answered ${key}.`] };
    const folder = temporaryFolder();
    const { code, output, errors } = await delivered(told, folder, ['report.json'], [{ format: 'github', path: '-' }]);
    expect(code).toBe(8);
    expect(readdirSync(folder)).toEqual([]);
    expect(output + errors).not.toContain(key);
    expect(errors).toContain(
      'The API key was in the text for the terminal and the report json, so these texts were not written.',
    );
  });
});
