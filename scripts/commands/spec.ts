import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type Command, Option } from 'commander';
import { generatedFile } from '../generated-file.js';
import { runWithoutOptimizer } from '../system/v8.js';
import { sanitize } from '../text/escape.js';
import { UsageError } from '../text/usage-error.js';
import { type AnswersFlags, addAnswersFlags, answersFileOf } from './answers-file.js';
import { command } from './command.js';

export function specCommand(): Command {
  return addAnswersFlags(
    command('spec', 'Prints the OpenAPI document of the contract.')
      .option('--json', 'print JSON instead of YAML')
      .addOption(
        new Option('--openapi <version>', 'version of OpenAPI; 3.0 is for tools that do not read 3.1')
          .choices(['3.0', '3.1'])
          .default('3.1'),
      )
      .option('--plain', 'leave out the sentences about guesses in descriptions; the extensions say the same'),
  ).action(async (flags: SpecFlags) => printSpec(flags));
}

interface SpecFlags extends AnswersFlags {
  openapi: '3.0' | '3.1';
  json?: boolean;
  plain?: boolean;
}

/**
 * Prints the document of the contract: unchanged from the build, or with the answers of a file.
 *
 * @throws UsageError before the first build, or for a mistake in the answers
 */
async function printSpec({ openapi, json = false, plain = false, ...flags }: SpecFlags): Promise<void> {
  // To save space, the package has only the described document of OpenAPI 3.1, in the docs.
  const isComputed = openapi === '3.0' || plain;
  const name = `docs/openapi.${json ? 'json' : 'yaml'}`;
  const answers = answersFileOf(flags);
  try {
    const source =
      answers === undefined && !isComputed
        ? createReadStream(generatedFile(name))
        : await openText(answers, { openapi, json, plain });
    await pipeline(source, process.stdout, { end: false });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    // A program that reads the output may stop early, as `head` does.
    if (code === 'EPIPE') return;
    if (code === 'ENOENT') throw new UsageError(`generated/${name} does not exist. Run "npm run build" first.`);
    throw error;
  }
}

async function openText(
  answers: string | undefined,
  { openapi, json, plain }: Required<Omit<SpecFlags, keyof AnswersFlags>>,
) {
  const { contract } = await import('../../generated/contract.js');
  const { teachOwnContract } = await import('../answers/own-contract.js');
  const { describeDocument } = await import('../build/artefacts/described-document.js');
  const { downgradeDocument } = await import('../build/artefacts/downgrade.js');
  const { bundleJson, bundleText } = await import('../build/source/bundle.js');
  const changes = answers === undefined ? '' : ` as changed by the answers in ${sanitize(answers)}`;
  const text = runWithoutOptimizer(() => {
    const taughtDocument = answers === undefined ? contract : teachOwnContract(answers).document;
    const edition = plain ? taughtDocument : describeDocument(taughtDocument);
    const document = openapi === '3.0' ? downgradeDocument(edition) : edition;
    if (json) return bundleJson(document);
    const isBundle = answers === undefined && plain && openapi === '3.1';
    const notice = `# Contract${changes}, printed by "directory-contract spec".\n`;
    return isBundle ? bundleText(document) : bundleText(document, notice);
  });
  return Readable.from([text]);
}
