import * as fs from 'node:fs';
import { fileURLToPath } from 'node:url';
import spectralCore from '@stoplight/spectral-core';
import { Yaml } from '@stoplight/spectral-parsers';
import { bundleAndLoadRuleset } from '@stoplight/spectral-ruleset-bundler/with-loader';
import { parse } from 'yaml';

/** A finding of a rule. Spectral returns every segment of a path as a string, even an index. */
export interface RuleFinding {
  code: string;
  path: string[];
  message: string;
}

/** A rule of `.spectral.yaml`: a definition, or a new severity for a rule that the ruleset extends. */
export type RuleEntry = string | { description?: string; message?: string; severity?: string };

export const rulesetFile = fileURLToPath(new URL('../../.spectral.yaml', import.meta.url));

/** The rules as written in `.spectral.yaml`. */
export function writtenRules(): Record<string, RuleEntry> {
  return (parse(fs.readFileSync(rulesetFile, 'utf8')) as { rules: Record<string, RuleEntry> }).rules;
}

export const ruleset = await bundleAndLoadRuleset(rulesetFile, { fs, fetch });
const enabled = new Map(Object.values(ruleset.rules).map((rule) => [rule.name, rule.enabled]));

/**
 * Lints a document with the named rules, or with all enabled rules.
 * @throws Error for an unknown or disabled rule
 */
export async function lintDocument(document: object, ...rules: string[]): Promise<RuleFinding[]> {
  for (const name of rules) {
    if (enabled.get(name) !== true) throw new Error(`No such rule, or it is off: ${name}`);
  }
  for (const rule of Object.values(ruleset.rules)) {
    rule.enabled = enabled.get(rule.name) === true && (rules.length === 0 || rules.includes(rule.name));
  }
  const spectral = new spectralCore.Spectral();
  spectral.setRuleset(ruleset);
  const results = await spectral.run(new spectralCore.Document(JSON.stringify(document), Yaml));
  return results.map(({ code, path, message }) => ({ code: String(code), path: path.map(String), message }));
}
