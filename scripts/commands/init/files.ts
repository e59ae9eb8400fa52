import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { digestOf, usualFile } from '../../answers/answers.js';
import { chosenContract } from '../../check/engine/contract/chosen-contract.js';
import { baselineText } from '../../check/engine/report/baseline.js';
import type { WriteMode } from '../../check/model/options.js';
import { generatedFile } from '../../generated-file.js';
import { firstText } from '../answers/run.js';
import { configFile } from '../check/settings.js';

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
