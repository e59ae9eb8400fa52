import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { familyOf, isFamily, type RuleFamily, type RuleKey, ruleKeyOf, ruleSeverities } from './index.js';
import { acceptanceAdvice, severitiesOf } from './weight.js';

/** A rule, explained to a developer of the server. */
export interface RuleText {
  /** The behaviour of a correct server, in one sentence. */
  title: string;
  /** The subject of the rule, and the behaviour that breaks it. */
  means: string;
  /** The consequences for clients if a server breaks the rule. */
  why: string;
  /** The source of the rule: a section of an RFC, of the interface description, or a part of the contract. */
  source: string;
  /** The part of the contract that the example contradicts, as YAML. */
  schema?: string;
  /** An example exchange: lines of a request (`>`) and of a response (`<`), and notes (`#`). */
  wrong: string;
  /** The place of the example's finding: the id of its operation, and a JSON pointer. */
  at: string;
  /** The message of the example's finding. */
  says: string;
  /** The last response of a correct server, in the form of `wrong`. */
  right?: string;
  /** Advice about a finding of this rule. */
  advice: string;
  /** Advice for the case that the server is right, and the contract is wrong. */
  contract?: string;
}

/** The content of a file in `texts/`, which explains one family of rules. */
interface FamilyText {
  /** The subject of the family, in a sentence. */
  about: string;
  rules: Readonly<Record<string, RuleText>>;
}

const textsByFamily = new Map<RuleFamily, FamilyText>();

/** Returns the texts of a family. They are read only when needed, since most runs of the check need none. */
export function textsOf(family: RuleFamily): FamilyText {
  const cachedText = textsByFamily.get(family);
  if (cachedText) return cachedText;
  // This path is also right in the published package, which has a folder `texts/` beside its programs.
  const file = new URL(`./texts/${family}.yaml`, import.meta.url);
  const familyText = parse(readFileSync(file, 'utf8')) as FamilyText;
  textsByFamily.set(family, familyText);
  return familyText;
}

export function textOf(rule: RuleKey): RuleText {
  const text = textsOf(familyOf(rule) as RuleFamily).rules[rule];
  if (!text) throw new Error(`Expected the rule ${rule} in the file of its family in texts/, found none.`);
  return text;
}

/** Returns the subject of a rule in a sentence; for an unknown rule, the subject of its family, or its id. */
export function ruleSubject(rule: string): string {
  const key = ruleKeyOf(rule);
  if (key !== undefined) return textOf(key).title;
  const family = familyOf(rule);
  return isFamily(family) ? textsOf(family).about : `The rule ${rule} of the contract check.`;
}

/** A full explanation of a rule, for a reader who has never seen the check. */
export interface RulePage extends Pick<RuleText, 'title' | 'means' | 'why' | 'source'> {
  rule: RuleKey;
  /** Each severity that a finding can have, with its condition. */
  severities: { severity: string; when: string }[];
  example: {
    /** The part of the contract that the exchange contradicts, as YAML. */
    contract?: string;
    /** Lines of requests (`>`), of responses (`<`), and notes (`#`). */
    exchange: string[];
    /** The finding: its first line, and its message. */
    finding: [place: string, message: string];
    /** The last response of a correct server. */
    right?: string[];
  };
  fix: {
    server: string;
    /** Advice for the team that maintains the contract, if the server is right. */
    contract?: string;
  };
  /** Advice about accepting a finding for a while, one sentence for each severity. */
  accept: string[];
}

export function rulePage(rule: RuleKey): RulePage {
  const { title, means, why, source, schema, wrong, at, says, right, advice, contract } = textOf(rule);
  const severities = severitiesOf(ruleSeverities[rule]);
  const [operationId = '', pointer = ''] = at.split(' ');
  const place = [severities[0]?.severity, rule.replace('*', 'x-total-count'), operationId, pointer];
  return {
    rule,
    title,
    means,
    why,
    source,
    severities,
    example: {
      ...(schema !== undefined && { contract: schema }),
      exchange: linesOf(wrong),
      finding: [place.filter(Boolean).join('  '), says],
      ...(right !== undefined && { right: linesOf(right) }),
    },
    fix: { server: advice, ...(contract !== undefined && { contract }) },
    accept: severities.map(({ severity }) => acceptanceAdvice[severity]),
  };
}

export function linesOf(text: string): string[] {
  return text.trimEnd().split('\n');
}

/** The page of the docs that lists all rules. */
export const rulesPage = 'rules.html';

/** Returns the page of the docs about a family of rules. */
export function familyPage(family: string): string {
  return `rules-${family}.html`;
}

/** Returns the anchor of a rule on its page: `schema.type`, `header.name-missing`. */
export function ruleAnchor(rule: string): string {
  return rule.replace('*', 'name').replaceAll(' ', '-');
}

/** Returns the address of a rule in the docs; for an unknown rule, the page of its family, or of all rules. */
export function ruleAddress(rule: string): string {
  const [key, family] = [ruleKeyOf(rule), familyOf(rule)];
  if (key !== undefined) return `${familyPage(family)}#${ruleAnchor(key)}`;
  return isFamily(family) ? familyPage(family) : rulesPage;
}
