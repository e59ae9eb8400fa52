import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { parse } from 'yaml';

const require = createRequire(import.meta.url);
const home = new URL('../../../', import.meta.url);

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
