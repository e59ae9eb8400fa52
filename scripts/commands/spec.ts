import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Command } from 'commander';
import { generatedFile } from '../generated-file.js';
import { runWithoutOptimizer } from '../system/v8.js';
import { sanitize } from '../text/escape.js';
import { UsageError } from '../text/usage-error.js';
import { type AnswersFlags, addAnswersFlags, answersFileOf } from './answers-file.js';
import { command } from './command.js';

export function specCommand(): Command {
  return addAnswersFlags(
    command('spec', 'Prints the OpenAPI 3.1 document of the contract.')
      .option('--json', 'print JSON instead of YAML')
      .option('--plain', 'leave out the sentences about guesses in descriptions; the extensions say the same'),
  ).action(async (flags: SpecFlags) => printSpec(flags));
}

interface SpecFlags extends AnswersFlags {
  json?: boolean;
  plain?: boolean;
}

/**
 * Prints the document of the contract: byte for byte as it was built, or with the answers of a file.
 *
 * @throws UsageError if it was not built yet, or for a mistake in the answers
 */
async function printSpec({ json = false, plain = false, ...flags }: SpecFlags): Promise<void> {
  // To save space, the package has the plain document only as YAML, and the described document only in the docs.
  const name = plain ? 'openapi.yaml' : `docs/openapi.${json ? 'json' : 'yaml'}`;
  const answers = answersFileOf(flags);
  try {
    const source =
      answers === undefined && !(plain && json)
        ? createReadStream(generatedFile(name))
        : await openText(answers, { json, plain });
    await pipeline(source, process.stdout, { end: false });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    // A program that reads the output may stop early, as `head` does.
    if (code === 'EPIPE') return;
    if (code === 'ENOENT') throw new UsageError(`generated/${name} does not exist. Run "npm run build" first.`);
    throw error;
  }
}

async function openText(answers: string | undefined, { json, plain }: Required<Omit<SpecFlags, keyof AnswersFlags>>) {
  const { contract } = await import('../../generated/contract.js');
  const { teachOwnContract } = await import('../answers/own-contract.js');
  const { describeDocument } = await import('../build/artefacts/described-document.js');
  const { toYaml } = await import('../contract/parse-yaml.js');
  const by = `printed by "directory-contract spec".\n`;
  const text = runWithoutOptimizer(() => {
    const taughtContract = answers === undefined ? contract : teachOwnContract(answers).document;
    const document = plain ? taughtContract : describeDocument(taughtContract);
    return json
      ? `${JSON.stringify(document, undefined, 2)}\n`
      : `# Contract as changed by the answers in ${sanitize(answers ?? '')}, ${by}${toYaml(document)}`;
  });
  return Readable.from([text]);
}
