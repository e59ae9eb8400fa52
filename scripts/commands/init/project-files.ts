import { existsSync, readFileSync, statSync } from 'node:fs';
import { join, posix, relative, resolve } from 'node:path';
import { defaultFile, digestOf } from '../../answers/answers.js';
import { chooseContract } from '../../check/engine/contract/choose-contract.js';
import { baselineText } from '../../check/engine/report/baseline.js';
import { isAddress, type WriteMode } from '../../check/model/options.js';
import { findUp } from '../../files/find-up.js';
import { isOutside } from '../../files/named-file.js';
import { generatedFile } from '../../generated-file.js';
import { sanitize } from '../../text/escape.js';
import { UsageError } from '../../text/usage-error.js';
import { starterText } from '../answers/run.js';
import { configFile } from '../check/settings.js';

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
  /** The path to the top of the repository; empty if the project is there. */
  top: string;
  /** The path from the top of the repository to the project; empty if the project is the repository. */
  service: string;
}

interface ProjectFile {
  /** The path of the file relative to the folder of the project. */
  path: string;
  text: string;
  /** Describes the file to the user. */
  description: string;
}

/** The file name that the recipes for CI use for the baseline. */
export const baselineFile = 'directory-contract.baseline.json';

/** The recipe for each CI service, and the path from which that service reads its job. */
const jobTemplates = {
  github: { recipe: 'github-server.yml', path: '.github/workflows/directory-contract.yml' },
  gitlab: { recipe: 'gitlab-ci.yml', path: '.gitlab-ci.yml' },
};

/** The report that the settings name. It is about one run, so git leaves it out. */
const reportFile = 'check.json';
export const ignoreFile = '.gitignore';

/** The path of the job if the project already has a `.gitlab-ci.yml`, which must include the job. */
const includedJobFile = '.gitlab/directory-contract.yml';

/**
 * The files of a new project. The baseline is empty: only a person can accept findings, and only after a first run.
 *
 * @throws UsageError if the contract cannot be read, or is outside of the folder
 */
export async function filesOf(project: Project, folder: string): Promise<ProjectFile[]> {
  const { contract, ci } = project;
  if (contract !== undefined && !isAddress(contract) && isOutside(relative(resolve(folder), resolve(folder, contract))))
    throw new UsageError(
      `The contract ${sanitize(contract)} is outside of this folder, and the settings may name only files in it. ` +
        'Nothing was written. Run init in a folder that contains it, or copy it into this one.',
    );
  const contractPath = contract !== undefined && existsSync(join(folder, contract)) ? join(folder, contract) : contract;
  const { version } = await chooseContract(contractPath === undefined ? {} : { contract: contractPath });
  const answers = contract === undefined ? starterText(defaultFile) : undefined;
  const sha256 = answers === undefined ? undefined : digestOf({ answers: {}, corrections: [] });
  const baseline = { format: 1, contract: version, findings: [], alwaysPresent: {} } as const;
  return [
    { path: configFile, text: configText(folder, project), description: 'settings of the check' },
    {
      path: baselineFile,
      text: baselineText({ ...baseline, ...(sha256 !== undefined && { answers: sha256 }) }),
      description: 'findings to accept until a date; none yet',
    },
    ...(answers === undefined
      ? []
      : [{ path: defaultFile, text: answers, description: 'what you know about open questions of the contract' }]),
    ...(ci === 'none' ? [] : [jobFile(ci, folder, project)]),
    ...ignoredReport(folder),
  ];
}

/** The list of files that git ignores, with the report; nothing if the report is in it. */
function ignoredReport(folder: string): ProjectFile[] {
  const text = readText(join(folder, ignoreFile)) ?? '';
  if (text.split(/\r?\n/).some((line) => line.replace(/^\//, '') === reportFile)) return [];
  const separator = text === '' || text.endsWith('\n') ? '' : '\n';
  return [
    {
      path: ignoreFile,
      text: `${text}${separator}${reportFile}\n`,
      description: 'the report of a run stays out of git',
    },
  ];
}

function configText(folder: string, { baseUrl, contract, writes, allowInsecureHosts }: Project): string {
  const installed = 'node_modules/directory-contract';
  const modules = relative(resolve(folder), findUp(resolve(folder), installed) ?? resolve(folder));
  const settings = {
    $schema: `${modules.replaceAll('\\', '/') || '.'}/${installed}/dist/check/config.schema.json`,
    baseUrl,
    ...(contract !== undefined && { contract }),
    ...(writes !== 'none' && { writes }),
    ...(allowInsecureHosts && { allowInsecureHosts }),
    baseline: baselineFile,
    report: { json: reportFile },
  };
  return `${JSON.stringify(settings, undefined, 2)}\n`;
}

function jobFile(ci: Exclude<CiName, 'none'>, folder: string, { top, service }: Project): ProjectFile {
  const text = readRecipe(ci);
  const path = join(top, jobTemplates[ci].path);
  if (ci === 'github') return { path, text, description: 'a job that checks the server' };
  const jobName = `directory-contract${service && `-${slugOf(service)}`}`;
  const serviceText = service
    ? text.replace(/^directory-contract(?=:)/m, jobName).replace('SERVICE_FOLDER: .', `SERVICE_FOLDER: ${service}`)
    : text;
  const oldText = readText(join(folder, path));
  if (service === '' && (oldText === undefined || oldText === text))
    return { path, text, description: 'a job that checks the server' };
  const include = posix.join(service, includedJobFile);
  return {
    path: includedJobFile,
    text: serviceText,
    description: `a job; add "include: { local: ${include} }" to ${path}`,
  };
}

function readRecipe(ci: Exclude<CiName, 'none'>): string {
  return readFileSync(generatedFile(`../recipes/${jobTemplates[ci].recipe}`), 'utf8');
}

/** The lines that call the job in a workflow of GitHub: those in the comment of the recipe, for this service. */
export function callLines({ baseUrl, service }: Project, isLoopback: boolean): string[] {
  const [lines = ''] = /(?<=^#\n)(?:# {3}.*\n)+/m.exec(readRecipe('github')) ?? [];
  return lines
    .trimEnd()
    .replaceAll(/^# /gm, '')
    .replace(/contract:/, service === '' ? 'contract:' : `contract-${slugOf(service)}:`)
    .replace(/(?<=base-url: ).*/, (example) => (isLoopback ? example : sanitize(baseUrl)))
    .replace(/( *)base-url.*\n/, (line, indent) => line + (service === '' ? '' : `${indent}folder: ${service}\n`))
    .split('\n');
}

/** A path as a part of a name. */
function slugOf(path: string): string {
  return path.replace(/[^\w-]+/g, '-');
}

export function readText(path: string): string | undefined {
  return existsSync(path) && statSync(path).isFile() ? readFileSync(path, 'utf8') : undefined;
}
