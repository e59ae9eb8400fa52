#!/usr/bin/env node
import { contractVersion } from '../generated/operation-table.js';
import { command, port, run } from './command.js';

const program = command('directory-contract', 'The interface of a directory service: its document, and a mock of it.')
  .version(contractVersion, '--version', 'print the version of the contract')
  .addCommand(
    command('mock', 'Serves the contract with Prism, which answers every request with an example and stores nothing.')
      .option('--port <port>', 'port on 127.0.0.1, 0 for any that is free', port, 4010)
      .action(async (options: { port: number }) => (await import('./serve-mock.js')).serveMock(options.port)),
  );

await run(program, process.argv.slice(2));
