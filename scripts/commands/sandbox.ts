import type { Command } from 'commander';
import { limits } from '../sandbox/model/random.js';
import { addAnswersFlags } from './answers-file.js';
import { integerKind, parserOf } from './check/setting-kinds.js';
import { collectValues, command, parseLatency, parsePort } from './command.js';
import type { SandboxFlags } from './sandbox/run.js';

export function sandboxCommand(): Command {
  const description =
    'Runs a server that follows the contract and stores changes. Open its address in a browser to see its content.';
  const sandbox = command('sandbox', description)
    .optionsGroup('Where the sandbox listens, and who may call it:')
    .option('--port <port>', 'port to listen on, 0 for any free port', parsePort, 4020)
    .option('--host <host>', 'name or address to listen on', '127.0.0.1')
    .option('--allow-origin <origin>', 'also let web pages of this origin call it; may be repeated', collectValues)
    .option('--allow-host <host>', 'also accept this host name, such as sandbox:4020; may be repeated', collectValues)
    .optionsGroup('The initial state; by default, two directories with a dozen partners:')
    .option(
      '--entries <number>',
      'number of invented partners, with reviews and other data',
      parserOf('--entries', integerKind(...limits.entries)),
    )
    .option(
      '--seed <number>',
      'seed of the invented data and the waiting times',
      parserOf('--seed', integerKind(...limits.seed)),
    )
    .option('--from <file>', 'a recording whose reads give the initial data: a HAR, or a JSON report with exchanges')
    .option('--data <file>', 'a complete state, as GET /__sandbox/state returns it')
    .option('--state <file>', 'keep the state in this file; if it exists, continue from it')
    .optionsGroup('How the sandbox behaves:')
    .option(
      '--fault <name>',
      'a named fault or unusual behaviour; may be repeated; "list" prints all names',
      collectValues,
    )
    .option('--scenario <file>', 'follow these rules, such as "the third PATCH gets 500"; a YAML file')
    .option('--latency <ms>', 'wait before each response: milliseconds, or a range such as 20..200', parseLatency)
    .optionsGroup('The contract:');
  return addAnswersFlags(sandbox).action(async (flags: SandboxFlags) =>
    (await import('./sandbox/run.js')).runSandbox(flags),
  );
}
