import type { Command } from 'commander';
import { again, command, latency, port } from './command.js';
import type { SandboxFlags } from './sandbox/run.js';

export function sandboxCommand(): Command {
  return command(
    'sandbox',
    'Serves the contract with a server that stores what it is sent, and begins with two directories.',
  )
    .option('--port <port>', 'port to listen on, 0 for any that is free', port, 4020)
    .option('--host <host>', 'name or address to listen on', '127.0.0.1')
    .option(
      '--allow-origin <origin>',
      'let pages of this origin call it, besides those from this machine; may be repeated',
      again,
      [],
    )
    .option(
      '--allow-host <host>',
      'be called by this name, besides localhost and --host, as sandbox:4020; may be repeated',
      again,
      [],
    )
    .option('--data <file>', 'the state of the beginning and after a reset, as the sandbox gives it')
    .option('--state <file>', 'keep the state in this file; where it is there, go on from it')
    .option('--fault <name>', 'be wrong in this way, or right in another; may be repeated', again, [])
    .option('--latency <ms>', 'wait so long before each answer', latency, 0)
    .action(async (flags: SandboxFlags) => (await import('./sandbox/run.js')).runSandbox(flags));
}
