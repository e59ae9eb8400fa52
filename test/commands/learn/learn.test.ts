import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Proposal } from '../../../scripts/check/model/proposal.js';
import type { CheckReport } from '../../../scripts/check/model/report/report.js';
import { askAboutOffers } from '../../../scripts/commands/learn/dialogue.js';
import { type LearnFlags, runLearn } from '../../../scripts/commands/learn/run.js';
import { learnCommand } from '../../../scripts/commands/learn.js';
import { DraftedAnswers, type Offer } from '../../../scripts/learn/drafted-answers.js';
import { answersIn } from '../../../scripts/learn/edit-answers.js';
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
  const runCheck = async () => {
    meanwhile?.(file);
    return { proposals, report: reportWith(report), presence: undefined as never };
  };
  const given = { baseUrl: 'http://127.0.0.1:1', ...flags };
  const ran = await ranWith((streams) => runLearn(given, { ...streams, environment: {}, folder, runCheck }));
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
    const { code, output, written } = await learned({}, { proposals: [shown, likely] });
    expect([code, written]).toEqual([0, undefined]);
    expect(output.replace(/^No answer was found[\s\S]*?\n\n/m, '')).toBe(`The responses support these answers:
  auth.scheme-prefix
    Does a scheme stand in front of the key in the Authorization header?
    answer    Bearer
    rests on  3 responses of 2 operations; getPartnerEntry has null at /headline

These answers are likely, since no response contradicts them. --accept-likely
accepts them:
  partner-entry.required
    Which fields does every partner entry have?
    answer    [id, slug]
    rests on  3 responses of 2 operations; getPartnerEntry has null at /headline

Nothing was written. Add --yes to write these answers to
./directory.answers.yaml.
fields seen 3 of 142, drifts 0, questions answered 1 of 62 (3 runs of the check,
30 requests)
`);
  });

  it('ends with the questions without an answer, each with its reason, and answers that may be right', async () => {
    const statuses = offer('operations.success-status', { createBadge: 200 });
    const proposals = [
      conflict('auth.refusal-status', 401, 403),
      statuses,
      conflict('operations.success-status', { createTier: 200 }),
    ];
    const evidence = [{ unknown: 'errors.body', question: '', assumed: '', seen: ['x'], answers: 12 }];
    const { output } = await learned({}, { proposals, report: { evidence } });
    const [end = ''] = /^No answer was found[\s\S]*?\n\n/m.exec(output) ?? [];
    const support = '3 responses of 2 operations; getPartnerEntry has null at /headline';
    const ended = end.replace(/\s+/g, ' ');
    for (const sentence of [
      'links.leading-slash: a person says it sooner than a run proves it',
      'partner-entry.fields: no response bears on it',
      'updates.null: only writes show it: --writes, for a service that was started for a test, or --har',
      'operations.paths: only recorded traffic shows it: --har',
      'errors.body: 12 responses show no more than what is assumed',
      `operations.success-status: too few responses: ${support}`,
      `auth.refusal-status: the responses show several answers: ${support}, or ${support}`,
    ])
      expect(ended).toContain(sentence);
    expect(ended).not.toContain('events');
    expect(end).toContain(`Some of these answers may be right. Add the right ones below "answers:":
  operations.success-status: { value: { createBadge: 200, createTier: 200 } }
  auth.refusal-status: { value: 401 }
  auth.refusal-status: { value: 403 }
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
      expect(ran.output).toMatch(
        /The file would have contained:\n\n(?:.*\n)* {2}auth\.scheme-prefix:\n {4}value: Bearer\n/,
      );
    }
  });

  it('tests before the run whether the file can be written, unless nothing will be written', async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'file'), '');
    const answers = join(folder, 'file', 'answers.yaml');
    const meanwhile = vi.fn();
    const { code, output } = await learned({ yes: true, answers }, { proposals: [shown], meanwhile });
    expect(output).toContain(`${answers} cannot be written: ${join(folder, 'file')} is not a folder. Choose another`);
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

/** Runs the command at a terminal. The person types one of these lines at each question, and then leaves. */
async function typed(
  lines: string[],
  onQuestion?: (file: string, number: number) => void,
): Promise<{ code: number; output: string; file: string }> {
  const folder = temporaryFolder();
  const file = join(folder, 'directory.answers.yaml');
  const input = Object.assign(new PassThrough(), { isTTY: true }) as unknown as NodeJS.ReadStream & PassThrough;
  const output = Object.assign(new PassThrough(), { isTTY: true, columns: 80 });
  const errors = output as unknown as NodeJS.WriteStream;
  let [shown, number] = ['', 0];
  output.on('data', (piece: Buffer) => {
    shown += piece.toString();
    if (!piece.toString().includes('show more: ')) return;
    onQuestion?.(file, number);
    const line = lines[number];
    number += 1;
    if (line === undefined) input.end();
    else input.write(`${line}\n`);
  });
  const proposals = [offer('auth.scheme-prefix', 'Bearer'), offer('links.leading-slash', false, 'likely')];
  const runCheck = async () => ({ proposals, report: reportWith(), presence: undefined as never });
  const code = await runLearn(
    { baseUrl: 'http://127.0.0.1:1' },
    { input, output: errors, errors, environment: {}, folder, runCheck },
  );
  return { code, output: shown, file };
}

describe('learn at a terminal', () => {
  it('writes the answers that are accepted, also what is likely', async () => {
    const { code, output, file } = await typed(['y', 'y']);
    expect(code).toBe(0);
    expect(output).toContain(`Wrote 2 answers to ${file}.`);
    expect(readFileSync(file, 'utf8')).toMatch(/links\.leading-slash[\s\S]*auth\.scheme-prefix|auth[\s\S]*links/);
  });

  it('writes nothing when the person leaves at once, and says so', { tags: 'slow' }, async () => {
    const { output, file } = await typed([]);
    expect(output).toContain('Stopped before all questions were answered. Nothing was written.');
    expect(existsSync(file)).toBe(false);
  });

  it('does not overwrite changes that somebody makes during the dialogue', async () => {
    const theirs = 'answers: {}\n';
    let path = '';
    const run = typed(['y', 'y'], (file, number) => {
      path = file;
      if (number === 1) writeFileSync(file, theirs);
    });
    await expect(run).rejects.toThrow('Somebody has changed');
    expect(readFileSync(path, 'utf8')).toBe(theirs);
  });
});

/** Answers the questions of a dialogue with these lines, and ends the input after the last one. */
async function asked(
  offers: Offer[],
  ...lines: string[]
): Promise<{ saved: string[]; printed: string; ended: object }> {
  const draft = new DraftedAnswers('a.yaml', '', '2026-11-23');
  const saved: string[] = [];
  let printed = '';
  const ended = await askAboutOffers(offers, {
    draft,
    today: '2026-11-23',
    width: 80,
    ask: async (question) => {
      printed += `${question}\n`;
      return lines.shift();
    },
    print: (text) => {
      printed += text;
    },
    save: () => void saved.push(Object.keys(answersIn(draft.text)).join()),
  });
  return { saved, printed, ended };
}

const prefix = offer('auth.scheme-prefix', 'Bearer');
const nulls = offer('partner-entry.nullability', ['headline']);
const slash = offer('links.leading-slash', false, 'likely');

describe('the dialogue', () => {
  it('writes each accepted answer at once, and leaves out the others', async () => {
    const { saved, ended } = await asked([prefix, nulls, slash], 'y', 'no', 'YES');
    expect(saved).toEqual(['auth.scheme-prefix', 'auth.scheme-prefix,links.leading-slash']);
    expect(ended).toEqual({ accepted: 2, isWhole: true });
  });

  it('has written what was accepted when the person leaves', async () => {
    const { saved, ended } = await asked([prefix, nulls, slash], 'y');
    expect(saved).toEqual(['auth.scheme-prefix']);
    expect(ended).toEqual({ accepted: 1, isWhole: false });
  });

  it('asks once more about a question that was put off', async () => {
    const { saved, ended } = await asked([prefix, nulls, slash], 'later', 'y', 'l', 'y', 'later');
    expect(saved).toEqual(['partner-entry.nullability', 'partner-entry.nullability,auth.scheme-prefix']);
    expect(ended).toEqual({ accepted: 2, isWhole: true });
  });

  it('shows question, answer, support and changes, and more if asked', async () => {
    const { printed } = await asked([nulls], '?', 's', 'n');
    expect(printed.replaceAll(' \n', '\n')).toBe(`
  partner-entry.nullability
    Which fields of a partner entry can be null, besides \`custom_slug\` and
    \`file\`?
    answer    [headline]
    rests on  3 responses of 2 operations; getPartnerEntry has null at /headline
    changes   1 place: PartnerEntry.headline
(1 of 1) Accept this answer? yes, no, later, show more:
Type yes, no, later or show, or the first letter of one.
(1 of 1) Accept this answer? yes, no, later, show more:
    now       No other field is ever null; a field without a value is empty or
              left out.
    value     [headline]
    seen in   getPartnerEntry, listPartnerEntries
    against   Nothing.
(1 of 1) Accept this answer? yes, no, later, show more:
`);
  });

  it('says why an answer cannot be taught', async () => {
    const { printed, saved } = await asked([offer('partner-entry.nullability', ['nothing_like_it'])], 'y');
    expect(printed).toContain('This answer cannot be combined with the other answers.');
    expect(saved).toEqual([]);
  });
});
