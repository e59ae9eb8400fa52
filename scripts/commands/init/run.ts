import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { digestOf, usualFile } from '../../answers/answers.js';
import { chosenContract } from '../../check/engine/contract/chosen-contract.js';
import { baselineText } from '../../check/engine/report/baseline.js';
import type { WriteMode } from '../../check/model/options.js';
import { refuseKey } from '../../check/transport/key.js';
import { baseUrlVariable, readTarget } from '../../check/transport/target.js';
import { writeAllWhole } from '../../files/whole-file.js';
import { generatedFile } from '../../generated-file.js';
import { visible } from '../../text/escape.js';
import { exitCodes } from '../../text/exit-codes.js';
import { UsageError } from '../../text/usage-error.js';
import { firstText } from '../answers/run.js';
import { configFile } from '../check/settings.js';
import { here, type Surroundings } from '../command.js';

export interface InitFlags {
  baseUrl?: string;
  allowInsecureHost?: string[];
  contract?: string;
  writes?: WriteMode;
  ci?: Ci;
  yes?: boolean;
  force?: boolean;
}

/** A server on this machine, such as the sandbox. */
const usualAddress = 'http://127.0.0.1:4020';

const modes: readonly WriteMode[] = ['none', 'noop', 'roundtrip', 'disposable'];

/**
 * `directory-contract init`: writes all files of a project that checks a server, or none.
 *
 * @throws UsageError if a file exists already, or a value is wrong; then nothing was written
 */
export async function runInit(
  { force = false, ...flags }: InitFlags,
  surroundings: Surroundings = here,
): Promise<number> {
  const { output, folder = '' } = surroundings;
  const project = await projectOf(flags, surroundings);
  const files = await filesOf(project, folder);
  for (const { path, text } of files) refuseKey(text, path);
  const existing = files.filter(({ path }) => existsSync(join(folder, path))).map(({ path }) => path);
  if (existing.length > 0 && !force)
    throw new UsageError(
      `Nothing was written, because ${existing.join(', ')} ${existing.length === 1 ? 'exists' : 'exist'} already. ` +
        'Remove what you no longer need, or replace all of it with --force.',
    );
  writeAllWhole(files.map(({ path, text }) => ({ path: join(folder, path), text })));
  const width = Math.max(...files.map(({ path }) => path.length));
  for (const { path, about } of files)
    output.write(`${existing.includes(path) ? 'replaced' : 'wrote   '}  ${path.padEnd(width)}  ${about}\n`);
  output.write(`\n${nextText(project)}`);
  return exitCodes.done;
}

/** What a project needs, from the flags, the person at the terminal, or else the usual values. */
async function projectOf(flags: InitFlags, { environment, folder = '', ...streams }: Surroundings): Promise<Project> {
  const { input, errors } = streams;
  const mayAsk = flags.yes !== true && input?.isTTY === true && errors.isTTY === true;
  const { questions, close } = mayAsk ? await asking(streams) : noQuestions;
  const address = environment[baseUrlVariable] || usualAddress;
  try {
    const baseUrl = flags.baseUrl ?? (await questions('Address of the server', address)) ?? address;
    const own = 'that of this package';
    const typed = flags.contract ?? (await questions('OpenAPI document of the service, a file or an address', own));
    const writes = flags.writes ?? word(await questions('What the check may write', 'none', modes), modes) ?? 'none';
    const ci = flags.ci ?? word(await questions('CI', ciOf(folder), cis), cis) ?? ciOf(folder);
    readTarget(baseUrl, flags.allowInsecureHost);
    const hosts = flags.allowInsecureHost;
    return {
      baseUrl,
      writes,
      ci,
      ...(hosts && { allowInsecureHosts: hosts }),
      ...(typed !== undefined && typed !== own && { contract: typed }),
    };
  } finally {
    close();
  }
}

/** The CI that a folder seems to use. */
function ciOf(folder: string): Ci {
  if (existsSync(join(folder, '.gitlab-ci.yml'))) return 'gitlab';
  return existsSync(join(folder, '.github')) ? 'github' : 'none';
}

type Questions = (question: string, usual: string, words?: readonly string[]) => Promise<string | undefined>;

interface Asking {
  questions: Questions;
  close(): void;
}

const noQuestions: Asking = { questions: () => Promise.resolve(undefined), close: () => undefined };

async function asking({ input, errors }: Pick<Surroundings, 'input' | 'errors'>): Promise<Asking> {
  const { createInterface } = await import('node:readline/promises');
  const lines = createInterface({ input: input as NodeJS.ReadStream });
  const typed = lines[Symbol.asyncIterator]();
  const questions: Questions = async (question, usual, words) => {
    for (;;) {
      const choice = words === undefined ? '' : `, ${words.join(', ')}`;
      errors.write(`${question}${choice} (${usual}): `);
      const line = await typed.next();
      if (line.done) throw new UsageError('Nothing was written, because not all questions were answered.');
      const text = line.value.trim();
      if (text === '') return usual;
      if (words === undefined || words.includes(text)) return text;
      errors.write(`Expected one of ${words.join(', ')}.\n`);
    }
  };
  return { questions, close: () => lines.close() };
}

function word<Word extends string>(text: string | undefined, words: readonly Word[]): Word | undefined {
  return words.find((each) => each === text);
}

function nextText({ baseUrl, ci, writes, allowInsecureHosts }: Project): string {
  const { host, isLoopback } = readTarget(baseUrl, allowInsecureHosts);
  const confirmed = writes === 'none' || isLoopback ? '' : ` --confirm-host ${host}`;
  return [
    'Next, with the key in DIRECTORY_API_KEY:',
    '',
    `  npx directory-contract check --update-baseline${confirmed}`,
    '',
    `It checks ${visible(baseUrl)}, and notes what it finds in the baseline.`,
    ...(ci === 'github' ? ['Store the key as the secret DIRECTORY_API_KEY of the repository.'] : []),
    ...(ci === 'gitlab'
      ? ['Store the key as the masked CI/CD variable DIRECTORY_API_KEY, and the address as DIRECTORY_BASE_URL.']
      : []),
    '',
  ].join('\n');
}

export const cis = ['github', 'gitlab', 'none'] as const;

export type Ci = (typeof cis)[number];

export interface Project {
  baseUrl: string;
  /** Of a service with a document of its own. */
  contract?: string;
  writes: WriteMode;
  /** Hosts that may be called by plain http. */
  allowInsecureHosts?: readonly string[];
  ci: Ci;
}

interface ProjectFile {
  /** Below the folder of the project. */
  path: string;
  text: string;
  /** For the person who gets it. */
  about: string;
}

/** The name that the recipes for CI use. */
const baselineFile = 'directory-contract.baseline.json';

/** Where each CI reads its job. */
const jobs = {
  github: { recipe: 'github-server.yml', path: '.github/workflows/directory-contract.yml' },
  gitlab: { recipe: 'gitlab-ci.yml', path: '.gitlab-ci.yml' },
};

/** A job of GitLab in a file of its own, which the file of the project has to include. */
const included = '.gitlab/directory-contract.yml';

/**
 * The files of a new project. The baseline is empty: only a person who has seen the findings of a first run accepts
 * them.
 *
 * @throws UsageError if the contract cannot be read
 */
export async function filesOf(project: Project, folder: string): Promise<ProjectFile[]> {
  const { contract, ci } = project;
  const inFolder = contract !== undefined && existsSync(join(folder, contract)) ? join(folder, contract) : contract;
  const { version } = await chosenContract(inFolder === undefined ? {} : { contract: inFolder });
  const answers = contract === undefined ? firstText(usualFile) : undefined;
  const sha256 = answers === undefined ? undefined : digestOf({ answers: {}, corrections: [] });
  const baseline = { format: 1, contract: version, findings: [], alwaysPresent: {} } as const;
  return [
    { path: configFile, text: configText(project), about: 'settings of the check' },
    {
      path: baselineFile,
      text: baselineText({ ...baseline, ...(sha256 !== undefined && { answers: sha256 }) }),
      about: 'findings to accept until a date; none yet',
    },
    ...(answers === undefined
      ? []
      : [{ path: usualFile, text: answers, about: 'what you know about open questions of the contract' }]),
    ...(ci === 'none' ? [] : [jobFile(ci, folder, project.writes)]),
  ];
}

function configText({ baseUrl, contract, writes, allowInsecureHosts }: Project): string {
  const settings = {
    $schema: './node_modules/directory-contract/dist/check/config.schema.json',
    baseUrl,
    ...(contract !== undefined && { contract }),
    ...(writes !== 'none' && { writes }),
    ...(allowInsecureHosts && { allowInsecureHosts }),
    baseline: baselineFile,
    report: { json: 'check.json' },
  };
  return `${JSON.stringify(settings, undefined, 2)}\n`;
}

function jobFile(ci: Exclude<Ci, 'none'>, folder: string, writes: WriteMode): ProjectFile {
  const { recipe, path } = jobs[ci];
  const usual = readFileSync(generatedFile(`../recipes/${recipe}`), 'utf8');
  // Nobody is there to confirm the host of a write, and the recipe says that it changes nothing.
  const text =
    writes === 'none' ? usual : usual.replace(/(?<=directory-contract@\S+ check --strict\b)/, ' --writes none');
  const file = join(folder, path);
  const isTaken = ci === 'gitlab' && existsSync(file) && readFileSync(file, 'utf8') !== text;
  return isTaken
    ? { path: included, text, about: `a job; add "include: { local: ${included} }" to ${path}` }
    : { path, text, about: 'a job that checks the server' };
}
