import type { OpenApiDocument } from '../../scripts/contract/document.js';
import { toPointer } from '../../scripts/contract/pointer.js';
import type { JsonPath } from '../../scripts/contract/walk.js';
import { ruleset, writtenRules } from '../rules/lint-document.js';

/** Rules that apply only to the source: a team may know another path, all values of a set, or several statuses. */
const onlyOfSource: ReadonlySet<string> = new Set(['path-form', 'no-closed-enumeration', 'one-success-code']);

/** The common part of all rules that get the whole document, or the part that `given` names. */
interface Rule {
  given: string[];
  then: {
    field?: string;
    functionOptions?: unknown;
    function(part: unknown, options: unknown, context: object): { message: string; path?: JsonPath }[] | undefined;
  }[];
}

const rules = ruleset.rules as unknown as Record<string, Rule>;
/** The names of the rules that this project defines. */
const ownRules = Object.entries(writtenRules()).flatMap(([name, rule]) => (typeof rule === 'string' ? [] : [name]));

/** Returns the findings of our own rules in a taught document by calling them: Spectral takes ten times as long. */
export function findingsOfRules(document: OpenApiDocument): string[] {
  const writtenDocument = asGuessed(document, 'text');
  return ownRules.flatMap((name) => {
    const { given, then } = rules[name] as Rule;
    if (onlyOfSource.has(name) || !/^\$(?:\.\w+)*$/.test(String(given))) return [];
    const [{ field, functionOptions = null, function: find }] = then as [Rule['then'][number]];
    if (field !== undefined) return [];
    const path = String(given).split('.').slice(1);
    const part = path.reduce((node, key) => (node as Record<string, unknown>)[key], writtenDocument as unknown);
    const problems = find(part, functionOptions, { path, rule: rules[name] }) ?? [];
    return problems.map((each) => `${name} ${toPointer(each.path ?? path)}: ${each.message}`);
  });
}

/** Whether a rule of the build also applies to taught documents. */
export function isOfTaught(rule: string): boolean {
  return !onlyOfSource.has(rule);
}

type Node = Record<string, unknown>;

/**
 * Returns a taught document as its source would be if the answers were guesses. The rules for the source refuse marks
 * of answers, because the source has none.
 *
 * @param answer replaces the schema of each answer, which no answer changes and which takes long to validate
 */
export function asGuessed(document: OpenApiDocument, answer?: 'text'): OpenApiDocument {
  return JSON.parse(JSON.stringify(document), (key, value: unknown) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
    const { 'x-answered': settled, ...node } = value as Node;
    if (Array.isArray(settled))
      node['x-unknown'] = [...new Set([...((node['x-unknown'] ?? []) as string[]), ...settled])];
    if ('evidence' in node && 'assumed' in node) {
      const { answered: _, ...question } = node;
      return answer ? { ...question, answer, example: 'A text.' } : question;
    }
    if (key !== 'x-provenance' || !('answered' in node)) return node;
    const { answered, inferred, ...provenance } = node;
    // A schema that is not stated has no provenance.
    if (typeof answered === 'string') return provenance['stated'] === true ? provenance : undefined;
    const guessedValues = Object.keys(answered as object).map((facet) => [facet, 'convention']);
    return { ...provenance, inferred: { ...(inferred as object), ...Object.fromEntries(guessedValues) } };
  }) as OpenApiDocument;
}
