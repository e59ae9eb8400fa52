import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Command } from 'commander';
import { generatedFile } from '../generated-file.js';
import { withoutOptimizer } from '../system/v8.js';
import { sanitize } from '../text/escape.js';
import { UsageError } from '../text/usage-error.js';
import { type AnswersFlags, addAnswersFlags, answersFileOf } from './answers-file.js';
import { command } from './command.js';

export function specCommand(): Command {
  return addAnswersFlags(
    command('spec', 'Prints the OpenAPI 3.1 document of the contract.').option('--json', 'print JSON instead of YAML'),
  ).action(async (flags: SpecFlags) => printSpec(flags));
}

interface SpecFlags extends AnswersFlags {
  json?: boolean;
}

/**
 * Prints the document of the contract: byte for byte as it was built, or with the answers of a file.
 *
 * @throws UsageError if it was not built yet, or for a mistake in the answers
 */
async function printSpec({ json = false, ...flags }: SpecFlags): Promise<void> {
  // The package contains the JSON only once: in the docs, whose pages link to it.
  const name = json ? 'docs/openapi.json' : 'openapi.yaml';
  const answers = answersFileOf(flags);
  try {
    const source =
      answers === undefined ? createReadStream(generatedFile(name)) : await openTextWithAnswers(answers, json);
    await pipeline(source, process.stdout, { end: false });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    // A program that reads the output may stop early, as `head` does.
    if (code === 'EPIPE') return;
    if (code === 'ENOENT') throw new UsageError(`generated/${name} does not exist. Run "npm run build" first.`);
    throw error;
  }
}

async function openTextWithAnswers(answers: string, json: boolean): Promise<Readable> {
  const { teachOwnContract } = await import('../answers/own-contract.js');
  const { toYaml } = await import('../contract/parse-yaml.js');
  const note = `# Contract as changed by the answers in ${sanitize(answers)}, printed by "directory-contract spec".\n`;
  const text = withoutOptimizer(() => {
    const { document } = teachOwnContract(answers);
    return json ? `${JSON.stringify(document, undefined, 2)}\n` : note + toYaml(document);
  });
  return Readable.from([text]);
}
