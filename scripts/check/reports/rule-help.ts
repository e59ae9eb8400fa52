import { visible } from '../../text/escape.js';
import type { CheckReport } from '../model/report/report.js';
import { ruleAddress } from '../model/rules/address.js';
import { ruleKeyOf } from '../model/rules/index.js';

/** An address of the web, with no character that would end it in Markdown. A report may have any text there. */
const address = /^https?:\/\/(?:[\w.~-]+|\[[\da-f:.]+\])(?::\d+)?(?:[/?#][\w.~:/?#@!$&*+,;=%-]*)?$/i;

/** The page of the published docs about a rule; undefined if nobody publishes them. */
export function ruleUri({ run: { docs } }: CheckReport, rule: string): string | undefined {
  return docs !== undefined && address.test(docs) && URL.canParse(docs) ? docs + ruleAddress(rule) : undefined;
}

/** The command that explains a rule; undefined if this version does not have the rule. */
export function explainCommand(rule: string): string | undefined {
  if (ruleKeyOf(rule) === undefined) return undefined;
  const name = visible(rule);
  return `directory-contract explain ${/[^\w.-]/.test(name) ? `'${name.replaceAll("'", '')}'` : name}`;
}

/** Where to read about a rule, for the end of a text: its page, else the command that prints it. */
export function readMore(report: CheckReport, rule: string): string | undefined {
  return ruleUri(report, rule) ?? explainCommand(rule);
}
