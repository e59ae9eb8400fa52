import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defaultFile, digestOf } from '../../answers/answers.js';
import { chooseContract } from '../../check/engine/contract/choose-contract.js';
import { baselineText } from '../../check/engine/report/baseline.js';
import type { WriteMode } from '../../check/model/options.js';
import { refuseTextWithKey } from '../../check/transport/key.js';
import { baseUrlVariable, readTarget } from '../../check/transport/target.js';
import { writeAllFiles } from '../../files/whole-file.js';
import { generatedFile } from '../../generated-file.js';
import { sanitize } from '../../text/escape.js';
import { exitCodes } from '../../text/exit-codes.js';
import { UsageError } from '../../text/usage-error.js';
import { starterText } from '../answers/run.js';
import { configFile } from '../check/settings.js';
import { type CommandContext, processContext } from '../command.js';

export interface InitFlags {
  baseUrl?: string;
  allowInsecureHost?: string[];
  contract?: string;
  writes?: WriteMode;
  ci?: CiName;
  yes?: boolean;
  force?: boolean;
}

/** The address at which the sandbox listens by default. */
const defaultAddress = 'http://127.0.0.1:4020';

const writeModes: readonly WriteMode[] = ['none', 'noop', 'roundtrip', 'disposable'];

/**
 * `directory-contract init`: writes all files that a project needs to check a server, or none.
 *
 * @throws UsageError if a file already exists, or a value is wrong, without writing anything
 */
export async function runInit(
  { force = false, ...flags }: InitFlags,
  context: CommandContext = processContext,
): Promise<number> {
  const { output, folder = '' } = context;
  const project = await readProject(flags, context);
  const files = await filesOf(project, folder);
  for (const { path, text } of files) refuseTextWithKey(text, path);
  const existingPaths = files.filter(({ path }) => existsSync(join(folder, path))).map(({ path }) => path);
  if (existingPaths.length > 0 && !force)
    throw new UsageError(
      `Nothing was written, because ${existingPaths.join(', ')} ` +
        `${existingPaths.length === 1 ? 'exists' : 'exist'} already. ` +
        'Remove the files that you no longer need, or replace all of them with --force.',
    );
  writeAllFiles(files.map(({ path, text }) => ({ path: join(folder, path), text })));
  const width = Math.max(...files.map(({ path }) => path.length));
  for (const { path, description } of files)
    output.write(`${existingPaths.includes(path) ? 'replaced' : 'wrote   '}  ${path.padEnd(width)}  ${description}\n`);
  output.write(`\n${nextStepsText(project)}`);
  return exitCodes.done;
}

/** Reads the settings of a new project: from flags, else from the person at the terminal, else the defaults. */
async function readProject(
  flags: InitFlags,
  { environment, folder = '', ...streams }: CommandContext,
): Promise<Project> {
  const { input, errors } = streams;
  const mayAskQuestions = flags.yes !== true && input?.isTTY === true && errors.isTTY === true;
  const { ask, close } = mayAskQuestions ? await openPrompt(streams) : silentPrompt;
  const address = environment[baseUrlVariable] || defaultAddress;
  try {
    const baseUrl = flags.baseUrl ?? (await ask('Address of the server', address)) ?? address;
    const ownContractLabel = 'the contract of this package';
    const contract =
      flags.contract ?? (await ask('OpenAPI document of the service (file or address)', ownContractLabel));
    const writes =
      flags.writes ?? findWord(await ask('Writes that the check may send', 'none', writeModes), writeModes) ?? 'none';
    const ci = flags.ci ?? findWord(await ask('CI', detectCi(folder), ciNames), ciNames) ?? detectCi(folder);
    readTarget(baseUrl, flags.allowInsecureHost);
    const hosts = flags.allowInsecureHost;
    return {
      baseUrl,
      writes,
      ci,
      ...(hosts && { allowInsecureHosts: hosts }),
      ...(contract !== undefined && contract !== ownContractLabel && { contract }),
    };
  } finally {
    close();
  }
}

function detectCi(folder: string): CiName {
  if (existsSync(join(folder, '.gitlab-ci.yml'))) return 'gitlab';
  return existsSync(join(folder, '.github')) ? 'github' : 'none';
}

type AskFunction = (question: string, fallback: string, words?: readonly string[]) => Promise<string | undefined>;

interface Prompt {
  ask: AskFunction;
  close(): void;
}

const silentPrompt: Prompt = { ask: () => Promise.resolve(undefined), close: () => undefined };

async function openPrompt({ input, errors }: Pick<CommandContext, 'input' | 'errors'>): Promise<Prompt> {
  const { createInterface } = await import('node:readline/promises');
  const readline = createInterface({ input: input as NodeJS.ReadStream });
  const lineReader = readline[Symbol.asyncIterator]();
  const ask: AskFunction = async (question, fallback, words) => {
    for (;;) {
      const choicesText = words === undefined ? '' : `, ${words.join(', ')}`;
      errors.write(`${question}${choicesText} (${fallback}): `);
      const line = await lineReader.next();
      if (line.done)
        throw new UsageError('Nothing was written, because the input ended before all questions were answered.');
      const text = line.value.trim();
      if (text === '') return fallback;
      if (words === undefined || words.includes(text)) return text;
      errors.write(`Expected one of ${words.join(', ')}.\n`);
    }
  };
  return { ask, close: () => readline.close() };
}

function findWord<Word extends string>(text: string | undefined, words: readonly Word[]): Word | undefined {
  return words.find((word) => word === text);
}

function nextStepsText({ baseUrl, ci, writes, allowInsecureHosts }: Project): string {
  const { host, isLoopback } = readTarget(baseUrl, allowInsecureHosts);
  const confirmFlag = writes === 'none' || isLoopback ? '' : ` --confirm-host ${host}`;
  return [
    'Next, set DIRECTORY_API_KEY to your API key for the server, and run:',
    '',
    `  npx directory-contract check --update-baseline${confirmFlag}`,
    '',
    `This command checks ${sanitize(baseUrl)}, and writes the findings to the baseline.`,
    ...(ci === 'github' ? ['For GitHub Actions, store the key as the repository secret DIRECTORY_API_KEY.'] : []),
    ...(ci === 'gitlab'
      ? [
          'For GitLab, store the key as the masked CI/CD variable DIRECTORY_API_KEY, and the address as ' +
            'DIRECTORY_BASE_URL.',
        ]
      : []),
    '',
  ].join('\n');
}

export const ciNames = ['github', 'gitlab', 'none'] as const;

export type CiName = (typeof ciNames)[number];

export interface Project {
  baseUrl: string;
  /** The OpenAPI document of a service that does not follow the contract of this package. */
  contract?: string;
  writes: WriteMode;
  /** Hosts that may be called over plain http. */
  allowInsecureHosts?: readonly string[];
  ci: CiName;
}

interface ProjectFile {
  /** The path of the file relative to the folder of the project. */
  path: string;
  text: string;
  /** Describes the file to the user. */
  description: string;
}

/** The file name that the recipes for CI use for the baseline. */
const baselineFile = 'directory-contract.baseline.json';

/** The recipe for each CI service, and the path from which that service reads its job. */
const jobTemplates = {
  github: { recipe: 'github-server.yml', path: '.github/workflows/directory-contract.yml' },
  gitlab: { recipe: 'gitlab-ci.yml', path: '.gitlab-ci.yml' },
};

/** The path of the job if the project already has a `.gitlab-ci.yml`, which must include the job. */
const includedJobFile = '.gitlab/directory-contract.yml';

/**
 * The files of a new project. The baseline is empty: only a person can accept findings, and only after a first run.
 *
 * @throws UsageError if the contract cannot be read
 */
export async function filesOf(project: Project, folder: string): Promise<ProjectFile[]> {
  const { contract, ci } = project;
  const contractPath = contract !== undefined && existsSync(join(folder, contract)) ? join(folder, contract) : contract;
  const { version } = await chooseContract(contractPath === undefined ? {} : { contract: contractPath });
  const answers = contract === undefined ? starterText(defaultFile) : undefined;
  const sha256 = answers === undefined ? undefined : digestOf({ answers: {}, corrections: [] });
  const baseline = { format: 1, contract: version, findings: [], alwaysPresent: {} } as const;
  return [
    { path: configFile, text: configText(project), description: 'settings of the check' },
    {
      path: baselineFile,
      text: baselineText({ ...baseline, ...(sha256 !== undefined && { answers: sha256 }) }),
      description: 'findings to accept until a date; none yet',
    },
    ...(answers === undefined
      ? []
      : [{ path: defaultFile, text: answers, description: 'what you know about open questions of the contract' }]),
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

function jobFile(ci: Exclude<CiName, 'none'>, folder: string, writes: WriteMode): ProjectFile {
  const { recipe, path } = jobTemplates[ci];
  const recipeText = readFileSync(generatedFile(`../recipes/${recipe}`), 'utf8');
  // Do not let the job write, even if the settings allow writes, because nobody can confirm the host in CI.
  const text =
    writes === 'none'
      ? recipeText
      : recipeText.replace(/(?<=directory-contract@\S+ check --strict\b)/, ' --writes none');
  const file = join(folder, path);
  const isPathTaken = ci === 'gitlab' && existsSync(file) && readFileSync(file, 'utf8') !== text;
  return isPathTaken
    ? { path: includedJobFile, text, description: `a job; add "include: { local: ${includedJobFile} }" to ${path}` }
    : { path, text, description: 'a job that checks the server' };
}
