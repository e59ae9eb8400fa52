import { cpSync, lstatSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { CheckReport } from '../../../scripts/check/model/report/report.js';
import type { RestoreResult } from '../../../scripts/check/restore/restorer.js';
import type { JsonObject } from '../../../scripts/contract/json.js';
import type { SandboxState } from '../../../scripts/sandbox/model/store.js';
import { temporaryRoot } from '../torture/programs.js';
import { key } from '../torture/resources.js';
import { openResources } from '../torture/verdict.js';
import type { Program } from './built.js';
import { type LaggingCase, settleOf } from './cases.js';

process.env['DIRECTORY_API_KEY'] = key;
// Killed runs never remove their listeners, so there are many.
process.setMaxListeners(0);

/** An undo must succeed within this number of attempts. */
const undoLimit = 2;
const baseUrl = 'http://127.0.0.1:4020';

/** A case with its server, the initial state, and the folder for journals. */
interface Scene {
  program: Program;
  server: InstanceType<Program['LaggingServer']>;
  testCase: LaggingCase;
  before: string;
  stateHome: string;
  patience: number;
}

/**
 * Runs a case.
 *
 * @param patience the fraction of the needed time for which the check and the undo wait
 * @returns a description of the wrong final state; undefined if the state is right
 */
export async function wrongIn(program: Program, testCase: LaggingCase, patience = 1): Promise<string | undefined> {
  const server = new program.LaggingServer(testCase.way);
  program.serve(server);
  const stateHome = mkdtempSync(join(temporaryRoot(), 'state-'));
  const scene = { program, server, testCase, before: server.state, stateHome, patience };
  try {
    const report = await ranOrKilled(scene);
    if (!report) return await wrongAfterUndo(scene);
    return (await wrongEnd(report, scene)) ?? (report.exitCode === 5 ? await wrongAfterUndo(scene) : undefined);
  } finally {
    rmSync(stateHome, { recursive: true, force: true });
  }
}

/** Runs the check. If it is killed at a write, only its files remain. @returns the report, unless it was killed */
async function ranOrKilled({
  program,
  server,
  testCase,
  stateHome,
  patience,
}: Scene): Promise<CheckReport | undefined> {
  const ownText = testCase.killedAt === undefined ? stateHome : mkdtempSync(join(temporaryRoot(), 'killed-'));
  const died = new Promise<undefined>((resolve) => {
    server.onWrite = (number) => {
      if (number !== testCase.killedAt) return false;
      // The claim on the folder is a socket, which ends with its process, so it is not copied.
      cpSync(ownText, stateHome, { recursive: true, filter: (path) => !lstatSync(path).isSocket() });
      resolve(undefined);
      return true;
    };
  });
  const { writes, updates } = testCase;
  const settle = settleOf(testCase) * patience;
  const options = { baseUrl, writes, only: [...updates], settle, stateHome: ownText, runs: 0, timeout: 5 };
  const report = await Promise.race([died, program.check(options)]);
  server.onWrite = undefined;
  if (report && ownText !== stateHome) cpSync(ownText, stateHome, { recursive: true });
  return report;
}

/** Checks that a run either ends successfully with the initial state, or names every different field. */
async function wrongEnd(report: CheckReport, scene: Scene): Promise<string | undefined> {
  const { server, before, stateHome, testCase } = scene;
  const { exitCode, state } = report;
  const fields = new Set(
    state?.differing.flatMap((resource) => [
      ...resource.differences.map(({ pointer }) => pointer.split('/')[1] ?? ''),
      ...(resource.as === 'unknown' ? ['*'] : []),
    ]) ?? [],
  );
  const unnamed = changedFields(before, server.state).filter((field) => !fields.has('*') && !fields.has(field));
  const claim = `It ended with ${exitCode} ("${report.why}")`;
  if (exitCode === 5 && testCase.isCovered) return `${claim}, although --settle covers all delays of the server.`;
  if (exitCode === 4) return `${claim}, but nobody else has changed anything.`;
  if (unnamed.length > 0) return `${claim}, but this differs: ${unnamed.join(', ')}.`;
  await server.quiet();
  if (exitCode === 5) return undefined;
  const lateValues = changedFields(before, server.state);
  if (lateValues.length > 0) return `${claim}, but this changed afterwards: ${lateValues.join(', ')}.`;
  return openResources({ baseUrl, stateHome }) > 0 ? `${claim}, but its journal is open.` : undefined;
}

/** Returns the names of fields with different values. */
function changedFields(textBefore: string, textAfter: string): string[] {
  const resources = (text: string): JsonObject[] =>
    Object.values((JSON.parse(text) as SandboxState).collections).flatMap((all) =>
      all.map(({ value }) => value as JsonObject),
    );
  const oldObjects = resources(textBefore);
  const values = resources(textAfter).flatMap((resource, index) => {
    const was = oldObjects[index] ?? {};
    const isOther = (name: string): boolean => JSON.stringify(was[name]) !== JSON.stringify(resource[name]);
    return Object.keys({ ...was, ...resource }).filter(isOther);
  });
  return [...new Set(values)];
}

/** Runs the undo up to `undoLimit` times, with a `--settle` that covers the delays of the server. */
async function wrongAfterUndo(scene: Scene): Promise<string | undefined> {
  const { program, server, testCase, stateHome, before, patience } = scene;
  const settle = settleOf({ ...testCase, isCovered: true }) * patience;
  for (let round = 1; ; round += 1) {
    const ends: RestoreResult[] = [];
    await program.undo({ baseUrl, stateHome, settle }, ({ result: mended }) => ends.push(mended));
    await server.quiet();
    const isClean = ends.every(({ as }) => as === 'clean');
    const changedValues = changedFields(before, server.state);
    const endsText = ends.map((end) => JSON.stringify(end)).join(', ');
    const reported = `Undo ${round} of ${undoLimit} reports ${endsText || 'nothing to undo'}`;
    if (isClean && changedValues.length > 0) return `${reported}, but this differs: ${changedValues.join(', ')}.`;
    if (isClean) return openResources({ baseUrl, stateHome }) > 0 ? `${reported}, but the journal is open.` : undefined;
    if (ends.some(({ as }) => as === 'left')) return `${reported}, but nobody else has changed anything.`;
    if (round === undoLimit) return `${reported}.`;
  }
}
