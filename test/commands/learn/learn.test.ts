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
import { expectedBeside } from '../../expected-beside.js';
import { conflict, contradicting, offer, reportWith } from '../../learn/proposals.js';
import { temporaryFolder } from '../../temporary-folder.js';
import { ranWith } from '../check/fixture.js';

interface Learned {
  code: number;
  output: string;
  /** The text of directory.answers.yaml; undefined if there is no such file. */
  writtenText: string | undefined;
}

interface Run {
  title: string;
  flags?: LearnFlags;
  proposals?: Parameters<typeof offer>[];
  before?: string;
  contradicted?: Parameters<typeof contradicting>;
  report?: Partial<CheckReport>;
  code?: number;
  written?: unknown;
  output?: string;
  says?: string[];
  omits?: string;
  json?: object;
}

interface Dialogue {
  title: string;
  offers: Parameters<typeof offer>[];
  lines: string[];
  saved: string[];
  ended?: object;
  printed?: unknown;
}

const today = new Date().toISOString().slice(0, 10);
const { runs, dialogues } = expectedBeside<{ runs: Run[]; dialogues: Dialogue[] }>(import.meta.url, 'learn.yaml', {
  today,
});

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
  const givenFlags = { baseUrl: 'http://127.0.0.1:1', ...flags };
  const ran = await ranWith((streams) => runLearn(givenFlags, { ...streams, environment: {}, folder, runCheck }));
  const writtenText = existsSync(file) ? readFileSync(file, 'utf8') : undefined;
  return { code: ran.code, output: (ran.output + ran.errors).replaceAll(folder, '.'), writtenText };
}

const shownOffer = offer('auth.scheme-prefix', 'Bearer');
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
  it.each(runs.map(({ title, ...row }) => [title, row] as const))('%s', async (_, { flags = {}, ...row }) => {
    const { proposals: proposalRows = [], before, contradicted, report, ...expected } = row;
    const { code = 0, output, says = [], omits, json } = expected;
    const proposals = proposalRows.map((each) => offer(...each));
    const world = { proposals, before, report: contradicted ? contradicting(...contradicted) : report };
    const result = await learned(flags, world);
    expect(result.code).toBe(code);
    const writtenText = result.writtenText?.replace(/(\$schema=)\S+(?=\/answers\.)/, '$1…');
    if ('written' in expected) expect(writtenText).toEqual(expected.written ?? undefined);
    if (output !== undefined) expect(result.output.replace(/^No answer was found[\s\S]*?\n\n/m, '')).toBe(output);
    for (const text of says) expect(result.output).toContain(text);
    if (omits !== undefined) expect(result.output).not.toContain(omits);
    if (json) expect(JSON.parse(result.output)).toMatchObject(json);
  });

  it('ends with the questions without an answer, each with its reason, and answers that are likely', async () => {
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
    const endText = end.replace(/\s+/g, ' ');
    for (const sentence of [
      'links.leading-slash: no run can answer it; ask somebody who knows the service',
      'partner-entry.fields: no response helps to answer it',
      'updates.null: only writes show the answer; use --writes with a service that was started for a test, or --har',
      'operations.paths: only recorded traffic shows the answer; use --har',
      'errors.body: 12 responses show nothing beyond what the contract already assumes',
      `operations.success-status: too few responses: ${support}`,
      `auth.refusal-status: the responses show several answers: ${support}, or ${support}`,
    ])
      expect(endText).toContain(sentence);
    expect(endText).not.toContain('events');
    expect(end).toContain(`Some of these answers may be right. Add the right ones below "answers:":
  operations.success-status: { value: { createBadge: 200, createTier: 200 } }
  auth.refusal-status: { value: 401 }
  auth.refusal-status: { value: 403 }
`);
  });

  it('does not overwrite a file that somebody has changed during the run', async () => {
    const changedText = 'answers:\n  links.leading-slash: { value: true }\n';
    for (const textBefore of [undefined, 'answers: {}\n']) {
      const meanwhile = (file: string): void => writeFileSync(file, changedText);
      const result = await learned({ yes: true }, { proposals: [shownOffer], before: textBefore, meanwhile });
      expect(result).toMatchObject({ code: 2, writtenText: changedText });
      expect(result.output).toContain(
        'Somebody has changed ./directory.answers.yaml since it was read, so it was not overwritten.',
      );
      // The results of a long run are printed, so that they are not lost.
      expect(result.output).toMatch(
        /The file would have contained:\n\n(?:.*\n)* {2}auth\.scheme-prefix:\n {4}value: Bearer\n/,
      );
    }
  });

  it('tests before the run whether the file can be written, unless a run would write nothing', async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'file'), '');
    const answers = join(folder, 'file', 'answers.yaml');
    const meanwhile = vi.fn();
    const { code, output } = await learned({ yes: true, answers }, { proposals: [shownOffer], meanwhile });
    expect(output).toContain(`${answers} cannot be written: ${join(folder, 'file')} is not a folder. Choose another`);
    expect(code).toBe(2);
    expect(meanwhile).not.toHaveBeenCalled();
    for (const flags of [{ yes: true, dryRun: true }, { yes: true, check: true }, {}])
      expect((await learned({ answers, ...flags }, { proposals: [shownOffer], meanwhile })).code).not.toBe(2);
    expect(meanwhile).toHaveBeenCalled();
  });
});

/** Runs the command at a terminal. The user types one of these lines at each question, and then leaves. */
async function typed(
  lines: string[],
  onQuestion?: (file: string, number: number) => void,
): Promise<{ code: number; output: string; file: string }> {
  const folder = temporaryFolder();
  const file = join(folder, 'directory.answers.yaml');
  const input = Object.assign(new PassThrough(), { isTTY: true }) as unknown as NodeJS.ReadStream & PassThrough;
  const output = Object.assign(new PassThrough(), { isTTY: true, columns: 80 });
  const errors = output as unknown as NodeJS.WriteStream;
  let [shownText, number] = ['', 0];
  output.on('data', (piece: Buffer) => {
    shownText += piece.toString();
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
  return { code, output: shownText, file };
}

describe('learn at a terminal', () => {
  it('writes the accepted answers, also those that are only likely', async () => {
    const { code, output, file } = await typed(['y', 'y']);
    expect(code).toBe(0);
    expect(output).toContain(`Wrote 2 answers to ${file}.`);
    expect(readFileSync(file, 'utf8')).toMatch(/links\.leading-slash[\s\S]*auth\.scheme-prefix|auth[\s\S]*links/);
  });

  it('writes nothing if the user leaves at once, and says so', { tags: 'slow' }, async () => {
    const { output, file } = await typed([]);
    expect(output).toContain('Stopped before all questions were answered. Nothing was written.');
    expect(existsSync(file)).toBe(false);
  });

  it('does not overwrite changes that somebody makes during the dialogue', async () => {
    const otherText = 'answers: {}\n';
    let path = '';
    const run = typed(['y', 'y'], (file, number) => {
      path = file;
      if (number === 1) writeFileSync(file, otherText);
    });
    await expect(run).rejects.toThrow('Somebody has changed');
    expect(readFileSync(path, 'utf8')).toBe(otherText);
  });
});

/** Answers the questions of a dialogue with these lines, and ends the input after the last line. */
async function askAbout(
  offers: Offer[],
  ...lines: string[]
): Promise<{ saved: string[]; output: string; result: object }> {
  const draft = new DraftedAnswers('a.yaml', '', '2026-11-23');
  const savedValues: string[] = [];
  let printedText = '';
  const result = await askAboutOffers(offers, {
    draft,
    today: '2026-11-23',
    width: 80,
    ask: async (question) => {
      printedText += `${question}\n`;
      return lines.shift();
    },
    print: (text) => {
      printedText += text;
    },
    save: () => void savedValues.push(Object.keys(answersIn(draft.text)).join()),
  });
  return { saved: savedValues, output: printedText, result };
}

describe('the dialogue', () => {
  it.each(dialogues.map(({ title, ...row }) => [title, row] as const))('%s', async (_, row) => {
    // A misspelt member would be an expectation that no test uses.
    expect(['offers', 'lines', 'saved', 'ended', 'printed']).toEqual(expect.arrayContaining(Object.keys(row)));
    const { saved, result, output } = await askAbout(
      row.offers.map((otherOffer) => offer(...otherOffer)),
      ...row.lines,
    );
    expect(saved).toEqual(row.saved);
    if (row.ended) expect(result).toEqual(row.ended);
    if (row.printed) expect(output.replaceAll(' \n', '\n')).toEqual(row.printed);
  });
});
