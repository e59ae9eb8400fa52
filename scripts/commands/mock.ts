import type { Command } from 'commander';
import { command, port } from './command.js';

export function mockCommand(): Command {
  return command(
    'mock',
    'Serves the contract with Prism, which responds to every request with an example and stores nothing.',
  )
    .option('--port <port>', 'port on 127.0.0.1, 0 for any free port', port, 4010)
    .action(async (options: { port: number }) => (await import('../mock/serve.js')).serveMock(options.port));
}
