import type { Command } from 'commander';
import { type AnswersFlags, addAnswersFlags, answersFileOf } from './answers-file.js';
import { command, parsePort } from './command.js';

export function mockCommand(): Command {
  return addAnswersFlags(
    command(
      'mock',
      'Serves the contract with Prism, which responds to every request with an example and stores nothing.',
    ).option('--port <port>', 'port on 127.0.0.1, 0 for any free port', parsePort, 4010),
  ).action(async (flags: AnswersFlags & { port: number }) =>
    (await import('../mock/serve.js')).serveMock(flags.port, answersFileOf(flags)),
  );
}
