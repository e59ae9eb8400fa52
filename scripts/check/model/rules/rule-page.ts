import { type RuleKey, rules } from './index.js';
import { accepting, severitiesOf } from './rule.js';
import { ruleTexts } from './texts/index.js';

/** Everything that can be said about a rule, for a reader who never saw the check. */
export interface RulePage {
  rule: RuleKey;
  /** How a correct server behaves. */
  title: string;
  /** What the check looks at, and what breaks the rule. */
  means: string;
  /** What goes wrong otherwise. */
  why: string;
  /** By what authority. */
  source: string;
  /** Each severity that a finding can have, and when. */
  severities: { severity: string; when: string }[];
  example: {
    /** The part of the contract that the exchange contradicts, as YAML. */
    contract?: string;
    /** Lines of requests (`>`), of responses (`<`), and what else happens (`#`). */
    exchange: string[];
    /** The finding: its first line, and its message. */
    finding: [place: string, message: string];
    /** The last response of a correct server. */
    right?: string[];
  };
  fix: {
    /** For the team of the server. */
    server: string;
    /** For the team of the contract, if the server is right. */
    contract?: string;
  };
  /** How to accept it for a while, a sentence for each severity. */
  accept: string[];
}

/** The page of a rule. Importing this module loads the texts of all rules. */
export function rulePage(rule: RuleKey): RulePage {
  const { title, why, source, weight, advice } = rules[rule];
  const { means, schema, wrong, right, at, says, contract } = ruleTexts[rule];
  const severities = severitiesOf(weight);
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
    accept: severities.map(({ severity }) => accepting[severity]),
  };
}

/** The lines of an example, which its text has indented. */
export function linesOf(text: string): string[] {
  return text
    .trim()
    .split('\n')
    .map((line) => line.trim());
}
