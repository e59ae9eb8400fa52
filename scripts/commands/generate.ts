import type { Command } from 'commander';
import { addAnswersFlags } from './answers-file.js';
import { command } from './command.js';
import type { GenerateFlags } from './generate/run.js';

export function generateCommand(): Command {
  const generate = command(
    'generate',
    'Generates a client, types, validators, examples and an OpenAPI document from the contract and your answers.',
  );
  return addAnswersFlags(generate)
    .requiredOption('--out <folder>', 'folder for openapi.yaml, client.ts, types.ts, validators.js and examples.ts')
    .option('--check', 'write nothing; fail if a file in the folder is out of date')
    .action(async (flags: GenerateFlags) => {
      process.exitCode = await (await import('./generate/run.js')).runGenerate(flags);
    });
}
