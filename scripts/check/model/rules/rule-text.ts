import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { familyOf, isFamily, type RuleFamily, type RuleKey, ruleKeyOf, weights } from './index.js';
import { acceptAdvice, severitiesOf } from './weight.js';

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
  /** An example: lines of a request (`>`), of a response (`<`), and other events (`#`). */
  wrong: string;
  /** The place of the finding in the example: its operation, and a JSON pointer. */
  at: string;
  /** The message of the finding. */
  says: string;
  /** The last response of a correct server, in the form of `wrong`. */
  right?: string;
  /** Advice about a finding of this rule. */
  advice: string;
  /** Advice for the case that the server is right, and the contract is wrong. */
  contract?: string;
}

/** The file of a family in `texts/`. */
export interface FamilyText {
  /** The subject of the family, in a sentence. */
  about: string;
  rules: Readonly<Record<string, RuleText>>;
}

const texts = new Map<RuleFamily, FamilyText>();

/** Returns the texts of a family. They are read on demand, since most runs of the check need none. */
export function textsOf(family: RuleFamily): FamilyText {
  const cachedText = texts.get(family);
  if (cachedText) return cachedText;
  // The published package also has the folder `texts/` beside its programs.
  const file = new URL(`./texts/${family}.yaml`, import.meta.url);
  const familyText = parse(readFileSync(file, 'utf8')) as FamilyText;
  texts.set(family, familyText);
  return familyText;
}

export function textOf(rule: RuleKey): RuleText {
  const text = textsOf(familyOf(rule) as RuleFamily).rules[rule];
  if (!text) throw new Error(`Expected the rule ${rule} in the file of its family in texts/, found none.`);
  return text;
}

/** Returns the subject of a rule in a sentence; for a rule of another version that of its family, or its id. */
export function aboutRule(rule: string): string {
  const key = ruleKeyOf(rule);
  if (key !== undefined) return textOf(key).title;
  const family = familyOf(rule);
  return isFamily(family) ? textsOf(family).about : `The rule ${rule} of the contract check.`;
}

/** Everything that can be said about a rule, for a reader who never saw the check. */
export interface RulePage extends Pick<RuleText, 'title' | 'means' | 'why' | 'source'> {
  rule: RuleKey;
  /** Each severity that a finding can have, and when. */
  severities: { severity: string; when: string }[];
  example: {
    /** The part of the contract that the exchange contradicts, as YAML. */
    contract?: string;
    /** Lines of requests (`>`), of responses (`<`), and other events (`#`). */
    exchange: string[];
    /** The finding: its first line, and its message. */
    finding: [place: string, message: string];
    /** The last response of a correct server. */
    right?: string[];
  };
  fix: {
    server: string;
    /** For the team of the contract, if the server is right. */
    contract?: string;
  };
  /** Advice about accepting it for a while, a sentence for each severity. */
  accept: string[];
}

export function rulePage(rule: RuleKey): RulePage {
  const { title, means, why, source, schema, wrong, at, says, right, advice, contract } = textOf(rule);
  const severities = severitiesOf(weights[rule]);
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
    accept: severities.map(({ severity }) => acceptAdvice[severity]),
  };
}

export function linesOf(text: string): string[] {
  return text.trimEnd().split('\n');
}

/** The page of the docs that lists all rules. */
export const rulesPage = 'rules.html';

/** The page of the docs about a family of rules. */
export function familyPage(family: string): string {
  return `rules-${family}.html`;
}

/** The anchor of a rule on its page: `schema.type`, `header.name-missing`. */
export function ruleAnchor(rule: string): string {
  return rule.replace('*', 'name').replaceAll(' ', '-');
}

/** Returns the address of a rule in the docs; for another version's rule that of its family or of the list. */
export function ruleAddress(rule: string): string {
  const [key, family] = [ruleKeyOf(rule), familyOf(rule)];
  if (key !== undefined) return `${familyPage(family)}#${ruleAnchor(key)}`;
  return isFamily(family) ? familyPage(family) : rulesPage;
}
