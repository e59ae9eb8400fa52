import { createRequire } from 'node:module';
import { join, sep } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { OpenApiDocument } from '../../contract/document.js';
import { toPointer } from '../../contract/pointer.js';
import { BuildError, type Problem } from '../../text/problem.js';
import { bundleJson } from '../source/bundle.js';
import { type RunRedocly, redocly, redoclyConfig, spoken } from '../source/redocly.js';
import { rootFile } from '../source/source.js';
import { locate, type SourceMap } from '../source/source-map.js';
import { readRuleset } from './ruleset.js';

const require = createRequire(import.meta.url);

/** Our own folder: the rules belong to this package, also when the document under lint is somewhere else. */
const home = fileURLToPath(new URL('../../../', import.meta.url));

interface RedoclyReport {
  problems: {
    ruleId: string;
    message: string;
    suggest?: string[];
    location: { source: { ref: string }; pointer?: string; start?: { line: number; col: number } }[];
  }[];
}

/** Redocly on the source: it knows the file and the line of everything, and checks every example against its schema. */
export async function lintSource(project: string, runRedocly: RunRedocly = redocly): Promise<Problem[]> {
  const run = await runRedocly(project, [
    'lint',
    rootFile,
    '--format',
    'json',
    '--max-problems',
    '1000',
    '--config',
    redoclyConfig,
  ]);
  let report: RedoclyReport;
  try {
    report = JSON.parse(run.stdout) as RedoclyReport;
  } catch {
    throw new BuildError(`Redocly could not lint ${rootFile}:\n${spoken(run)}`);
  }
  if (run.exitCode !== 0 && report.problems.length === 0) {
    throw new BuildError(`Redocly could not lint ${rootFile}:\n${spoken(run)}`);
  }
  return report.problems.map((problem) => {
    const [place] = problem.location;
    const known = (problem.suggest ?? []).slice(0, 3).join(', ');
    return {
      file: place ? place.source.ref.split(sep).join('/') : rootFile,
      line: place?.start?.line ?? 1,
      column: place?.start?.col ?? 1,
      rule: problem.ruleId,
      message: problem.message,
      hint: known === '' ? undefined : `Did you mean ${known}?`,
    };
  });
}

type Spectral = typeof import('@stoplight/spectral-core');
type RulesetDefinition = import('@stoplight/spectral-core').RulesetDefinition;
type Parsers = typeof import('@stoplight/spectral-parsers');

/** Lints a bundle; each problem is reported at its place in the source. */
export type BundleLint = (bundle: OpenApiDocument, map: SourceMap) => Promise<Problem[]>;

let loading: Promise<BundleLint> | undefined;

/**
 * Loads Spectral and our rules, which takes longer than a lint itself, and needs no bundle to begin with. They are
 * loaded once; whoever lints many documents waits once.
 */
export function loadBundleLint(): Promise<BundleLint> {
  loading ??= load();
  return loading;
}

async function load(): Promise<BundleLint> {
  const { Spectral, Document, Ruleset } = require('@stoplight/spectral-core') as Spectral;
  const { Json } = require('@stoplight/spectral-parsers') as Parsers;
  // Loading blocks the thread; a turn in between lets begin what waited for a process to end.
  await turn();
  const ruleset = new Ruleset((await readRuleset()) as RulesetDefinition, { source: join(home, '.spectral.yaml') });
  return async (bundle, map) => {
    const spectral = new Spectral();
    spectral.setRuleset(ruleset);
    const results = await spectral.run(new Document(bundleJson(bundle), Json, 'generated/openapi.json'));
    return results.map((result) => {
      const pointer = toPointer(result.path);
      return { ...locate(map, pointer), rule: String(result.code), message: result.message, pointer };
    });
  };
}
