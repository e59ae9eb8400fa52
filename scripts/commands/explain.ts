import type { Command } from 'commander';
import { formatExitCodes } from '../text/exit-codes.js';
import { command } from './command.js';

const help = `
RULE is a rule (schema.type), a family of rules (schema), or the id of a finding
(schema.type:getPartnerEntry:/featured). Without RULE, all rules are listed.

Exit codes:
${formatExitCodes({
  done: 'the rule was explained, or the rules were listed',
  usage: 'there is no such rule',
})}`;

export function explainCommand(): Command {
  return command('explain', 'Explains a rule of the check: what it means, why, an example, and what to do.')
    .argument('[rule]', 'rule, family of rules, or id of a finding')
    .addHelpText('after', help)
    .option('--json', 'print JSON')
    .action(async (rule: string | undefined, flags: { json?: boolean }) => {
      process.stdout.write((await import('./explain/run.js')).explain(rule, flags, process.stdout.columns));
    });
}
