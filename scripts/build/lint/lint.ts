import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import type { OpenApiDocument } from '../../contract/document.js';
import { toPointer } from '../../contract/pointer.js';
import { BuildError, type Problem } from '../../text/problem.js';
import { bundleJson } from '../source/bundle.js';
import { redocly, redoclyConfig, spoken } from '../source/redocly.js';
import { rootFile } from '../source/source.js';
import { locate, type SourceMap } from '../source/source-map.js';

const require = createRequire(import.meta.url);

/** The folder of this package: its rules apply even if the linted document is elsewhere. */
const home = new URL('../../../', import.meta.url);

interface RedoclyReport {
  problems: {
    ruleId: string;
    message: string;
    suggest?: string[];
    location: { source: { ref: string }; pointer?: string; start?: { line: number; col: number } }[];
  }[];
}

/** Runs Redocly on the source: it knows file and line of every part, and validates examples against their schemas. */
export async function lintSource(project: string, signal?: AbortSignal): Promise<Problem[]> {
  const args = ['--format', 'json', '--max-problems', '1000', '--config', redoclyConfig];
  const run = await redocly(project, ['lint', rootFile, ...args], signal);
  let report: RedoclyReport;
  try {
    report = JSON.parse(run.stdout) as RedoclyReport;
  } catch {
    throw new BuildError(`Redocly could not lint ${rootFile}:\n${spoken(run)}`, [], 2);
  }
  if (run.exitCode !== 0 && report.problems.length === 0) {
    throw new BuildError(`Redocly could not lint ${rootFile}:\n${spoken(run)}`, [], 2);
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
 * Loads Spectral and our rules once. This takes longer than a lint itself, and does not need a bundle, so it can start
 * early.
 */
export function loadBundleLint(): Promise<BundleLint> {
  loading ??= load();
  return loading;
}

async function load(): Promise<BundleLint> {
  const { Spectral, Document, Ruleset } = require('@stoplight/spectral-core') as Spectral;
  const { Json } = require('@stoplight/spectral-parsers') as Parsers;
  const ruleset = new Ruleset((await readRuleset()) as RulesetDefinition, {
    source: fileURLToPath(new URL('.spectral.yaml', home)),
  });
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

interface Written {
  extends: (string | [string, string])[];
  functions: string[];
  aliases: Record<string, string[]>;
  rules: Record<string, string | WrittenRule>;
}

interface WrittenRule {
  then: { function: string; functionOptions?: unknown; field?: string };
  [key: string]: unknown;
}

/**
 * Reads `.spectral.yaml` in the form of Spectral's JavaScript API. Spectral's own loader bundles the file with Rollup,
 * which takes as long as the lint itself; a test compares the results of both.
 */
export async function readRuleset(): Promise<object> {
  const text = readFileSync(new URL('.spectral.yaml', home), 'utf8');
  const { extends: parents, functions, aliases, rules } = parse(text) as Written;
  const builtIn = require('@stoplight/spectral-functions') as Record<string, unknown>;
  const known = new Map(Object.entries(builtIn));
  for (const name of functions) known.set(name, await exported(new URL(`scripts/spectral/${name}.js`, home)));

  const withFunctions = Object.entries(rules).map(([name, rule]) => {
    if (typeof rule === 'string') return [name, rule];
    const { function: wanted, ...then } = rule.then;
    return [name, { ...rule, then: { ...then, function: known.get(wanted) } }];
  });
  return {
    extends: await Promise.all(parents.map(parent)),
    aliases,
    rules: Object.fromEntries(withFunctions) as object,
  };
}

/** `spectral:oas`, or one of our files, optionally with a severity. */
async function parent(written: string | [string, string]): Promise<unknown> {
  const [name, severity] = typeof written === 'string' ? [written, undefined] : written;
  const ruleset = name === 'spectral:oas' ? openApiRules() : await exported(new URL(name, home));
  return severity === undefined ? ruleset : [ruleset, severity];
}

/** Loading the whole package also compiles the schemas of other formats, which takes longer than all rules here. */
function openApiRules(): unknown {
  return (require('@stoplight/spectral-rulesets/dist/oas') as { default: unknown }).default;
}

async function exported(file: URL): Promise<unknown> {
  const { default: value } = (await import(file.href)) as { default: unknown };
  // If the file re-exports a CommonJS package, its default export is nested.
  return typeof value === 'object' && value !== null && 'default' in value ? value.default : value;
}
