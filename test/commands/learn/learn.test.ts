import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Proposal } from '../../../scripts/check/model/proposal.js';
import type { CheckReport } from '../../../scripts/check/model/report/report.js';
import { type LearnFlags, runLearn } from '../../../scripts/commands/learn/run.js';
import { learnCommand } from '../../../scripts/commands/learn.js';
import { conflict, contradicting, offer, reportWith } from '../../learn/proposals.js';
import { temporaryFolder } from '../../temporary-folder.js';
import { ranWith } from '../check/fixture.js';

interface Learned {
  code: number;
  output: string;
  /** The text of directory.answers.yaml; undefined if there is no such file. */
  written: string | undefined;
}

interface World {
  proposals?: Proposal[];
  report?: Partial<CheckReport>;
  before?: string | undefined;
  /** Called while the check runs. */
  meanwhile?(file: string): void;
}

async function learned(flags: LearnFlags, { proposals = [], report, before, meanwhile }: World = {}): Promise<Learned> {
  const folder = temporaryFolder();
  const file = join(folder, 'directory.answers.yaml');
  if (before !== undefined) writeFileSync(file, before);
  const look = async () => {
    meanwhile?.(file);
    return { proposals, report: reportWith(report), presence: undefined as never };
  };
  const given = { baseUrl: 'http://127.0.0.1:1', ...flags };
  const ran = await ranWith((streams) => runLearn(given, { ...streams, environment: {}, folder, look }));
  const written = existsSync(file) ? readFileSync(file, 'utf8') : undefined;
  return { code: ran.code, output: (ran.output + ran.errors).replaceAll(folder, '.'), written };
}

const shown = offer('auth.scheme-prefix', 'Bearer');
const likely = offer('partner-entry.required', ['id', 'slug'], 'likely');
beforeEach(() => vi.stubEnv('DIRECTORY_API_KEY', 'a-key-of-the-server'));

it('learn has a help text of at most 80 columns', () => {
  let help = '';
  learnCommand()
    .configureOutput({ writeOut: (text) => (help += text), getOutHelpWidth: () => 80 })
    .outputHelp();
  expect(help).toContain('--har <file>');
  expect(help.split('\n').filter((line) => line.length > 80)).toEqual([]);
});

describe('learn without a terminal', () => {
  it('prints what the service shows, and writes nothing without --yes', async () => {
    const proposals = [shown, likely, conflict('links.leading-slash', true, false)];
    const { code, output, written } = await learned({}, { proposals });
    expect([code, written]).toEqual([0, undefined]);
    expect(output).toBe(`The service shows these answers:
  auth.scheme-prefix
    Does a scheme stand in front of the key in the Authorization header?
    answer    Bearer
    rests on  3 responses of 2 operations; getPartnerEntry has null at /headline

Likely, since no response is against it. --accept-likely takes these:
  partner-entry.required
    Which fields does every partner entry have?
    answer    [id, slug]
    rests on  3 responses of 2 operations; getPartnerEntry has null at /headline

Not answered, since the service does several things:
  links.leading-slash
    either  true (3 responses of 2 operations; getPartnerEntry has null at
            /headline)
    either  false (3 responses of 2 operations; getPartnerEntry has null at
            /headline)

Nothing was written. --yes writes the answers that are shown to
./directory.answers.yaml.
fields seen 3 of 142, drifts 0, questions answered 1 of 59 (3 runs of the check,
30 requests)
`);
  });

  it('writes with --yes what is shown, with --accept-likely also what is likely, in a new file', async () => {
    const today = new Date().toISOString().slice(0, 10);
    const { code, written } = await learned({ yes: true }, { proposals: [shown, likely] });
    expect(code).toBe(0);
    expect(written).toMatch(/^# yaml-language-server: \$schema=\S+\/answers\.schema\.json\n/);
    expect(written?.replace(/.*\n/, '')).toBe(`answers:
  auth.scheme-prefix:
    value: Bearer
    from: { by: learn, on: ${today}, evidence: 3 responses of 2 operations; getPartnerEntry has null at /headline }
`);
    const all = await learned({ yes: true, acceptLikely: true }, { proposals: [shown, likely] });
    expect(all.written).toContain('partner-entry.required');
  });

  it('writes nothing with --dry-run or --check, and --check fails at something new', async () => {
    for (const flags of [{ dryRun: true }, { check: true }]) {
      const { code, written, output } = await learned({ yes: true, ...flags }, { proposals: [shown] });
      expect([code, written]).toEqual(['check' in flags ? 1 : 0, undefined]);
      expect(output).toContain('answer    Bearer');
    }
    expect((await learned({ check: true }, { proposals: [likely] })).code).toBe(0);
  });

  it('fails where the service contradicts a person, and with --check where it contradicts any answer', async () => {
    const own = 'answers:\n  auth.scheme-prefix: { value: Token, from: { by: learn } }\n';
    const person = own.replace('learn', 'web team');
    const by = async (before: string, who: string, flags: LearnFlags): Promise<Learned> =>
      learned(flags, { before, report: contradicting('auth.scheme-prefix', who) });
    expect(await by(person, 'web team', { yes: true })).toMatchObject({ code: 1, written: person });
    expect((await by(person, 'web team', {})).output).toContain(
      '  auth.scheme-prefix (web team)\n    getTier: It is null.',
    );
    expect((await by(own, 'learn', { yes: true })).code).toBe(0);
    expect((await by(own, 'learn', { check: true })).code).toBe(1);
  });

  it('ends with 3 and keeps what was learnt until a run was cut off', async () => {
    const report = { stopped: { code: 'target.busy' }, verdict: 'no-verdict', why: 'The server is busy.' } as const;
    const { code, written, output } = await learned({ yes: true }, { proposals: [shown], report });
    expect(code).toBe(3);
    expect(written).toContain('Bearer');
    expect(output).toContain('Incomplete: The server is busy.\n');
  });

  it('does not overwrite a file that somebody has changed meanwhile', async () => {
    const changed = 'answers:\n  links.leading-slash: { value: true }\n';
    for (const before of [undefined, 'answers: {}\n']) {
      const meanwhile = (file: string): void => writeFileSync(file, changed);
      const ran = await learned({ yes: true }, { proposals: [shown], before, meanwhile });
      expect(ran).toMatchObject({ code: 2, written: changed });
      expect(ran.output).toContain(
        'Somebody has changed ./directory.answers.yaml since it was read, so it was not overwritten.',
      );
      // The results of a long run are printed, so that they are not lost.
      expect(ran.output).toMatch(/The file would have been:\n\n(?:.*\n)* {2}auth\.scheme-prefix:\n {4}value: Bearer\n/);
    }
  });

  it('tests before the run whether the file can be written, unless nothing will be written', async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'file'), '');
    const answers = join(folder, 'file', 'answers.yaml');
    const meanwhile = vi.fn();
    const { code, output } = await learned({ yes: true, answers }, { proposals: [shown], meanwhile });
    expect(output).toContain(`${answers} cannot be written: ${join(folder, 'file')} is not a folder. Name another`);
    expect(code).toBe(2);
    expect(meanwhile).not.toHaveBeenCalled();
    for (const flags of [{ yes: true, dryRun: true }, { yes: true, check: true }, {}])
      expect((await learned({ answers, ...flags }, { proposals: [shown], meanwhile })).code).not.toBe(2);
    expect(meanwhile).toHaveBeenCalled();
  });

  it('prints JSON with --json', async () => {
    const { output, written } = await learned({ json: true }, { proposals: [shown, likely] });
    expect(JSON.parse(output)).toMatchObject({
      format: 1,
      answers: { file: './directory.answers.yaml', isWritten: false },
      taken: [{ question: 'auth.scheme-prefix', answer: { value: 'Bearer' } }],
      likely: [{ question: 'partner-entry.required' }],
      before: { fields: { seen: 3 } },
      rounds: 3,
    });
    expect(written).toBeUndefined();
  });

  it('safety key-redacted: never writes or prints the key', async () => {
    const proposals = [offer('errors.body', { type: 'object', title: 'a-key-of-the-server' })];
    const { code, output, written } = await learned({ yes: true }, { proposals });
    expect([code, written]).toEqual([8, undefined]);
    expect(output).not.toContain('a-key-of-the-server');
  });

  it.each([
    [{ baseUrl: 'http://directory.example.com' }, 'Expected https'],
    [{ baseUrl: 'https://directory.example.com', writes: 'disposable' }, '--confirm-host is missing'],
    [{ writes: 'some' }, 'Expected --writes with none, noop, roundtrip or disposable'],
    [{ har: ['none.har'] }, 'the file does not exist'],
    [{ har: ['none.har'], writes: 'noop' }, '--har sends no requests'],
  ] as const)('refuses %j', async (flags, message) => {
    const { code, output } = await learned(flags as LearnFlags, {});
    expect([code, output]).toEqual([2, expect.stringContaining(message)]);
  });

  it('names the place of a mistake in the answers', async () => {
    const { code, output } = await learned({}, { before: 'answers:\n  auth.scheme-prefx: { value: Bearer }\n' });
    expect(code).toBe(2);
    expect(output).toMatch(/directory\.answers\.yaml:2:\d+: expected the id of an open question/);
  });
});
