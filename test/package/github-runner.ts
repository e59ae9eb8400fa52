import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Ended, startProgram } from '../run-program.js';

/** The parts of a workflow that the recipes use. */
export interface Workflow {
  permissions?: Record<string, string>;
  jobs: Record<string, Job>;
}

export interface Job {
  permissions?: Record<string, string>;
  'timeout-minutes'?: number;
  env?: Record<string, string>;
  defaults?: { run: { 'working-directory': string } };
  steps: Step[];
}

/** A composite action. */
export interface Action {
  inputs: Record<string, { description: string; required?: boolean; default?: string }>;
  runs: { using: string; steps: Step[] };
}

export interface Step {
  id?: string;
  name?: string;
  shell?: string;
  if?: string;
  uses?: string;
  with?: Record<string, unknown>;
  env?: Record<string, string>;
  run?: string;
}

/** The outcome of a job. */
export interface JobRun {
  failed: boolean;
  /** Results by name, or by script if a step has no name. Skipped steps are absent. */
  steps: Record<string, Ended>;
  /** The text of the summary page of the job. */
  summary: string;
  /** The steps with `uses` that the job reached. These steps are not run. */
  used: Step[];
}

export interface Surroundings {
  /** The work tree. */
  folder: string;
  environment: Record<string, string>;
  /** Values by context and name, such as `inputs.base-url`. */
  contexts?: Record<string, string>;
}

/**
 * Runs the steps of a job one after another, like a runner of GitHub: with `bash -e`, and with new files for the
 * outputs of each step. Background processes of a step end with the job.
 *
 * @throws Error for an unknown condition or context
 */
export async function runJob(
  job: Pick<Job, 'env' | 'defaults' | 'steps'>,
  { folder, environment, contexts: givenContexts = {} }: Surroundings,
): Promise<JobRun> {
  const contexts = { ...givenContexts };
  const result: JobRun = { failed: false, steps: {}, summary: '', used: [] };
  const groups: number[] = [];
  const cwd = join(folder, fill(job.defaults?.run['working-directory'] ?? '.', contexts));
  // GitHub empties this folder before and after each job.
  const temporary = mkdtempSync(join(environment['HOME'] ?? '', 'job-'));
  try {
    for (const step of job.steps) {
      if (!isDue(step.if, result.failed, contexts)) continue;
      if (step.run === undefined) {
        result.used.push(step);
        continue;
      }
      const ownText = mkdtempSync(join(environment['HOME'] ?? '', 'step-'));
      const files = ['GITHUB_STEP_SUMMARY', 'GITHUB_OUTPUT', 'GITHUB_ENV', 'GITHUB_PATH'].map(
        (name) => [name, join(ownText, name)] as const,
      );
      for (const [, path] of files) writeFileSync(path, '');
      const givenValues = Object.entries({ ...job.env, ...step.env }).map(
        ([name, text]) => [name, fill(text, contexts)] as const,
      );
      const script = join(ownText, 'script.sh');
      writeFileSync(script, step.run);
      const env = {
        CI: 'true',
        GITHUB_ACTIONS: 'true',
        GITHUB_WORKSPACE: folder,
        RUNNER_TEMP: temporary,
        ...Object.fromEntries([...givenValues, ...files]),
        ...environment,
      };
      const { child, exit: ended } = startProgram('bash', ['-e', script], { cwd, env, detached: true });
      if (child.pid !== undefined) groups.push(child.pid);
      const exit = await ended;
      result.steps[step.name ?? step.run] = exit;
      result.summary += readFileSync(join(ownText, 'GITHUB_STEP_SUMMARY'), 'utf8');
      const outputs = readFileSync(join(ownText, 'GITHUB_OUTPUT'), 'utf8').matchAll(/^([\w-]+)=(.*)$/gm);
      for (const [, name, value = ''] of outputs) contexts[`steps.${step.id}.outputs.${name}`] = value;
      result.failed ||= exit.code !== 0;
    }
  } finally {
    for (const group of groups) endGroup(group);
  }
  return result;
}

/** Runs the steps of a composite action with these inputs, and with the defaults of other inputs. */
export function runAction(
  { inputs, runs }: Action,
  givenInputs: Record<string, string>,
  surroundings: Surroundings,
): Promise<JobRun> {
  const contexts = { ...surroundings.contexts };
  for (const [name, { default: usualText }] of Object.entries(inputs)) {
    const value = givenInputs[name] ?? usualText;
    if (value === undefined) throw new Error(`The input ${name} is missing.`);
    contexts[`inputs.${name}`] = fill(value, contexts);
  }
  return runJob({ steps: runs.steps }, { ...surroundings, contexts });
}

/** Whether a step runs. The recipes use only comparisons of one value with a text, and `!cancelled()`. */
function isDue(condition: string | undefined, hasFailed: boolean, contexts: Record<string, string>): boolean {
  if (condition === '${{ !cancelled() }}') return true;
  if (hasFailed || condition === undefined) return !hasFailed;
  const [, terms = ''] = /^\$\{\{ (.*) \}\}$/.exec(condition) ?? [];
  return terms.split(' && ').every((term) => {
    const [, name = '', operator, text] = /^(\S+) (==|!=) '([^']*)'$/.exec(term) ?? [];
    if (operator === undefined) throw new Error(`This runner does not support the condition ${condition}.`);
    return (contexts[name] === text) === (operator === '==');
  });
}

function fill(text: string, contexts: Record<string, string>): string {
  return text.replace(/\$\{\{ (\S+) \}\}/g, (_, name: string) => {
    const value = contexts[name];
    if (value === undefined) throw new Error(`The recipe uses ${name}, which its comment does not mention.`);
    return value;
  });
}

function endGroup(group: number): void {
  try {
    process.kill(-group, 'SIGTERM');
  } catch {
    // The whole process group has ended.
  }
}
