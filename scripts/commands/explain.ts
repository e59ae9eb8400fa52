import type { Command } from 'commander';
import { formatExitCodes } from '../text/exit-codes.js';
import { command, processContext } from './command.js';

const help = `
RULE is a rule (schema.type), a family of rules (schema), or a finding: its id
(schema.type:getPartnerEntry:/featured), or its number in the last run, which
"directory-contract again" lists. Without RULE, all rules are listed.

Exit codes:
${formatExitCodes({
  done: 'the rule was explained, or the rules were listed',
  usage: 'there is no such rule or finding',
})}`;

export function explainCommand(): Command {
  return command('explain', 'Explains a rule of the check: what it means, why, an example, and what to do.')
    .argument('[rule]', 'rule, family of rules, or number or id of a finding')
    .addHelpText('after', help)
    .option('--json', 'print JSON')
    .action(async (rule: string | undefined, flags: { json?: boolean }) => {
      const { explain, findFinding } = await import('./explain/run.js');
      const found = rule === undefined || flags.json ? undefined : findFinding(rule, processContext);
      process.stdout.write(`${found?.text ?? ''}${explain(found?.rule ?? rule, flags, process.stdout.columns)}`);
    });
}
