import type { Command } from 'commander';
import { withAnswers } from './answers-file.js';
import { again, command, latency, port } from './command.js';
import type { SandboxFlags } from './sandbox/run.js';

export function sandboxCommand(): Command {
  return withAnswers(
    command('sandbox', 'Runs a server that keeps the contract and stores changes. It starts with two directories.')
      .option('--port <port>', 'port to listen on, 0 for any free port', port, 4020)
      .option('--host <host>', 'name or address to listen on', '127.0.0.1')
      .option(
        '--allow-origin <origin>',
        'also let web pages of this origin call it, not only those of this machine; may be repeated',
        again,
        [],
      )
      .option('--allow-host <host>', 'also accept this host name, such as sandbox:4020; may be repeated', again, [])
      .option('--data <file>', 'initial state, also after a reset; a file in the format of GET /__sandbox/state')
      .option('--state <file>', 'keep the state in this file; if it exists, continue from it')
      .option(
        '--fault <name>',
        'break the contract in this way, or keep it in another valid way; may be repeated; list prints them all',
        again,
        [],
      )
      .option('--latency <ms>', 'milliseconds to wait before each response', latency, 0),
  ).action(async (flags: SandboxFlags) => (await import('./sandbox/run.js')).runSandbox(flags));
}
