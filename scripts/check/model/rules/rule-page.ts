import { type RuleKey, weights } from './index.js';
import { textOf } from './rule-text.js';
import { accepting, severitiesOf } from './weight.js';

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

/** The page of a rule. */
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
    accept: severities.map(({ severity }) => accepting[severity]),
  };
}

/** The lines of an example. */
export function linesOf(text: string): string[] {
  return text.trimEnd().split('\n');
}
