#!/usr/bin/env node
import { contractVersion } from '../generated/operation-table.js';
import { command, latency, port, run } from './command.js';
import type { SandboxCommand } from './serve-sandbox.js';

const program = command('directory-contract', 'The interface of a directory service: its document, a mock and a sandbox of it.')
  .version(contractVersion, '--version', 'print the version of the contract')
  .addCommand(
    command('mock', 'Serves the contract with Prism, which answers every request with an example and stores nothing.')
      .option('--port <port>', 'port on 127.0.0.1, 0 for any that is free', port, 4010)
      .action(async (options: { port: number }) => (await import('./serve-mock.js')).serveMock(options.port)),
  )
  .addCommand(
    command('sandbox', 'Serves the contract with a server that stores what it is sent, and begins with two directories.')
      .option('--port <port>', 'port to listen on, 0 for any that is free', port, 4020)
      .option('--host <host>', 'name or address to listen on', '127.0.0.1')
      .option('--data <file>', 'the state of the beginning and after a reset, as the sandbox gives it')
      .option('--state <file>', 'keep the state in this file; where it is there, go on from it')
      .option('--fault <name>', 'be wrong in this way, or right in another; may be repeated', (name, before: string[]) => [...before, name], [])
      .option('--latency <ms>', 'wait so long before each answer', latency, 0)
      .action(async (options: SandboxCommand) => (await import('./serve-sandbox.js')).runSandbox(options)),
  );

await run(program, process.argv.slice(2));
