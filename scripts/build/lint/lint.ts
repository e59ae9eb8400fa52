import fs from 'node:fs';
import { createRequire } from 'node:module';
import { sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { OpenApiDocument } from '../../contract/document.js';
import { toPointer } from '../../contract/pointer.js';
import { BuildError, type Problem } from '../../text/problem.js';
import { bundleJson } from '../source/bundle.js';
import { messagesOf, redoclyConfig, runRedocly } from '../source/redocly.js';
import { rootFile } from '../source/source.js';
import { locate, type SourceMap } from '../source/source-map.js';

const require = createRequire(import.meta.url);

/** The Spectral rules of this package, which also apply to documents in other folders. */
const rulesetFile = fileURLToPath(new URL('../../../.spectral.yaml', import.meta.url));

interface RedoclyReport {
  problems: {
    ruleId: string;
    message: string;
    suggest?: string[];
    location: { source: { ref: string }; pointer?: string; start?: { line: number; col: number } }[];
  }[];
}

/** Lints the source files with Redocly, which knows the line of every part, and checks examples against schemas. */
export async function lintSource(project: string, signal?: AbortSignal): Promise<Problem[]> {
  const args = ['--format', 'json', '--max-problems', '1000', '--config', redoclyConfig];
  const run = await runRedocly(project, ['lint', rootFile, ...args], signal);
  let report: RedoclyReport;
  try {
    report = JSON.parse(run.stdout) as RedoclyReport;
  } catch {
    throw new BuildError(`Redocly could not lint ${rootFile}:\n${messagesOf(run)}`, [], 2);
  }
  if (run.exitCode !== 0 && report.problems.length === 0) {
    throw new BuildError(`Redocly could not lint ${rootFile}:\n${messagesOf(run)}`, [], 2);
  }
  return report.problems.map((problem) => {
    const [position] = problem.location;
    const suggestions = (problem.suggest ?? []).slice(0, 3).join(', ');
    return {
      file: position ? position.source.ref.split(sep).join('/') : rootFile,
      line: position?.start?.line ?? 1,
      column: position?.start?.col ?? 1,
      rule: problem.ruleId,
      message: problem.message,
      hint: suggestions === '' ? undefined : `Did you mean ${suggestions}?`,
    };
  });
}

type Spectral = typeof import('@stoplight/spectral-core');
type Loader = typeof import('@stoplight/spectral-ruleset-bundler/with-loader');
type Parsers = typeof import('@stoplight/spectral-parsers');

/** Lints a bundle, and reports each problem at its place in the source files. */
export type LintBundle = (bundle: OpenApiDocument, map: SourceMap) => Promise<Problem[]>;

let pendingLoad: Promise<LintBundle> | undefined;

/** Loads Spectral and our rules, once. Loading takes longer than a lint, but can start before the bundle exists. */
export function loadBundleLint(): Promise<LintBundle> {
  pendingLoad ??= load();
  return pendingLoad;
}

async function load(): Promise<LintBundle> {
  const { Spectral, Document } = require('@stoplight/spectral-core') as Spectral;
  const { bundleAndLoadRuleset } = require('@stoplight/spectral-ruleset-bundler/with-loader') as Loader;
  const { Json } = require('@stoplight/spectral-parsers') as Parsers;
  const ruleset = await bundleAndLoadRuleset(rulesetFile, { fs, fetch });
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
