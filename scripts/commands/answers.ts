import { type Command, Option } from 'commander';
import type { AnswersCommandFlags } from './answers/run.js';
import { addAnswersFlags } from './answers-file.js';
import { command } from './command.js';

const help = `
An answer says what the service really does. Commands with --answers use the
contract as changed by the answers.
`;

export function answersCommand(): Command {
  return addAnswersFlags(
    command('answers', 'Lists the open questions of the contract and the answers to them, or explains a question.')
      .argument('[question]', 'the id of a question to explain, such as lists.envelope')
      .addHelpText('after', help)
      .option('--json', 'print JSON')
      .option('--overlay', 'print what the answers change, as an OpenAPI Overlay')
      .option('--init', 'write a file with the most important questions, to begin with; it never overwrites a file')
      .addOption(
        new Option(
          '--worlds <folder>',
          'write sample files with the answers for example services; it never overwrites a file',
        ).conflicts(['json', 'overlay', 'init', 'answers']),
      ),
  ).action(async (question: string | undefined, flags: AnswersCommandFlags) => {
    const { runAnswers } = await import('./answers/run.js');
    runAnswers(question === undefined ? flags : { ...flags, question });
  });
}
