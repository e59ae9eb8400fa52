import { existsSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { defaultFile as answersFile } from '../../answers/answers.js';
import type { WriteMode } from '../../check/model/options.js';
import { refuseTextWithKey } from '../../check/transport/key.js';
import { baseUrlVariable, readTarget } from '../../check/transport/target.js';
import { findUp } from '../../files/find-up.js';
import { writeAllFiles } from '../../files/whole-file.js';
import { wrap } from '../../text/columns.js';
import { sanitize } from '../../text/escape.js';
import { exitCodes } from '../../text/exit-codes.js';
import { UsageError } from '../../text/usage-error.js';
import { type CommandContext, processContext } from '../command.js';
import {
  baselineFile,
  type CiName,
  callLines,
  ciNames,
  filesOf,
  ignoreFile,
  type Project,
  readText,
} from './project-files.js';

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
  const files = (await filesOf(project, folder)).map((file) => {
    const oldText = readText(join(folder, file.path));
    // People write these files, so --force does not replace them, either.
    const isOfPeople = force && [baselineFile, answersFile].includes(file.path);
    return { ...file, oldText, text: (isOfPeople ? oldText : undefined) ?? file.text };
  });
  for (const { path, text } of files) refuseTextWithKey(text, path);
  // All services of a repository share a job, and lines are only added to .gitignore.
  const isInTheWay = ({ path, text, oldText }: (typeof files)[number]): boolean =>
    oldText !== undefined && oldText !== text && path !== ignoreFile;
  const takenPaths = files.filter(isInTheWay).map(({ path }) => path);
  if (takenPaths.length > 0 && !force)
    throw new UsageError(
      `Nothing was written, because ${takenPaths.join(', ')} ` +
        `${takenPaths.length === 1 ? 'exists' : 'exist'} already. ` +
        'Remove the files that you no longer need, or add --force, which replaces all but the baseline and the ' +
        'answers.',
    );
  writeAllFiles(files.map(({ path, text }) => ({ path: join(folder, path), text })));
  const width = Math.max(...files.map(({ path }) => path.length));
  for (const { path, text, oldText, description } of files) {
    const verb =
      oldText === undefined ? 'wrote' : oldText === text ? 'kept' : path === ignoreFile ? 'added to' : 'replaced';
    output.write(`${verb.padEnd(8)}  ${path.padEnd(width)}  ${description}\n`);
  }
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
  const current = resolve(folder);
  const top = findUp(current, '.git') ?? current;
  try {
    const baseUrl = flags.baseUrl ?? (await ask('Address of the server', address)) ?? address;
    const ownContractLabel = 'the contract of this package';
    const contract =
      flags.contract ?? (await ask('OpenAPI document of the service (file or address)', ownContractLabel));
    const writes =
      flags.writes ?? findWord(await ask('Writes that the check may send', 'none', writeModes), writeModes) ?? 'none';
    const ci = flags.ci ?? findWord(await ask('CI', detectCi(top), ciNames), ciNames) ?? detectCi(top);
    readTarget(baseUrl, flags.allowInsecureHost);
    const hosts = flags.allowInsecureHost;
    return {
      baseUrl,
      writes,
      ci,
      top: relative(current, top),
      service: relative(top, current).replaceAll('\\', '/'),
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

function nextStepsText(project: Project): string {
  const { baseUrl, ci, writes, allowInsecureHosts } = project;
  const { host, isLoopback } = readTarget(baseUrl, allowInsecureHosts);
  const confirmFlag = writes === 'none' || isLoopback ? '' : ` --confirm-host ${host}`;
  return [
    'Next, set DIRECTORY_API_KEY to your API key for the server, and run:',
    '',
    `  npx directory-contract check --update-baseline${confirmFlag}`,
    '',
    ...wrap(`This command checks ${sanitize(baseUrl)}, and writes the findings to the baseline.`, 80),
    ...(ci === 'github' ? [...wrap(githubAdvice, 80), '', ...callLines(project, isLoopback)] : []),
    ...(ci === 'gitlab' ? wrap(gitlabAdvice, 80) : []),
    '',
  ].join('\n');
}

const githubAdvice =
  'For GitHub Actions, store the key as the repository secret DIRECTORY_API_KEY. Nothing calls the job yet: add ' +
  'these lines to the workflow that deploys, with the address of the deployed server, and the name of the job that ' +
  'deploys after "needs".';
const gitlabAdvice =
  'For GitLab, store the key as the masked CI/CD variable DIRECTORY_API_KEY, and the address as DIRECTORY_BASE_URL.';
