import { contractVersion } from '../generated/operation-table.js';
import { command, latency, oneOf, port, run, seconds } from './commands/command.js';
import { holdsKey, keyRefusal, withoutKey } from './check/transport/key-in-text.js';
import { flagOf, settings, settingsHelp, type GivenFlags, type Setting } from './commands/check-settings/settings.js';
import type { DiffFlags } from './commands/diff.js';
import type { UndoFlags } from './commands/undo.js';
import type { SandboxCommand } from './commands/sandbox.js';
import { exitCodeLines, stoppedBySignal } from './text/exit-codes.js';

const again = (text: string, before: string[] = []): string[] => [...before, text];

const check = command(
  'check',
  'Holds a live server against the contract. It changes nothing there unless it is told to.',
)
  .addHelpText('after', settingsHelp)
  .action(async (flags: GivenFlags) => {
    process.exitCode = await (await import('./commands/check.js')).runCheck(flags);
  });
for (const { name, value, repeats, about } of settings as readonly Setting[]) {
  const flags = `${flagOf(name)}${value === undefined ? '' : ` <${value}>`}`;
  if (repeats) check.option(flags, about, again);
  else check.option(flags, about);
}

const undoHelp = `
It may be run again at any time. The key comes from DIRECTORY_API_KEY alone, and
goes to one server: where several have something left, name one with --base-url
or DIRECTORY_BASE_URL.

Exit codes:
${exitCodeLines({
  done: 'nothing is left to undo',
  usage: 'the command line or the key is wrong',
  noVerdict: 'the server cannot be reached, or refuses the key',
  changedByOthers: 'a thing was changed by somebody else meanwhile, and left so',
  notRestored: 'a thing is not what it was, or nobody can say; the journal is kept',
  journalDamaged: 'a journal is damaged',
  inUse: 'another process writes to the server',
  SIGHUP: stoppedBySignal,
})}`;

const statusHelp = `
It sends nothing, and needs no key.

Exit codes: 0 nothing is left, 6 a journal is damaged, 7 something is left to
undo, or is being written to.
`;

const program = command(
  'directory-contract',
  'The interface of a directory service: its document, a mock and a sandbox of it, and the check of a server.',
)
  .version(contractVersion, '--version', 'print the version of the contract')
  .addCommand(
    command('mock', 'Serves the contract with Prism, which answers every request with an example and stores nothing.')
      .option('--port <port>', 'port on 127.0.0.1, 0 for any that is free', port, 4010)
      .action(async (options: { port: number }) => (await import('./commands/mock.js')).serveMock(options.port)),
  )
  .addCommand(
    command(
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
      .action(async (options: SandboxCommand) => (await import('./commands/sandbox.js')).runSandbox(options)),
  )
  .addCommand(
    command('docs', 'Serves the docs of the contract, which ask the network for nothing.')
      .option('--port <port>', 'port on 127.0.0.1, 0 for any that is free', port, 4030)
      .option('--open', 'show them in the browser of the system')
      .action(async (options: { port: number; open?: boolean }) =>
        (await import('./commands/docs.js')).runDocs(options),
      ),
  )
  .addCommand(
    command('spec', 'Prints the document of the contract, OpenAPI 3.1.')
      .option('--json', 'as JSON instead of YAML')
      .action(async (options: { json?: boolean }) => (await import('./commands/spec.js')).printSpec(options)),
  )
  .addCommand(check)
  .addCommand(
    command(
      'undo',
      'Puts back what a check with --writes noop or roundtrip has left, because it was cut off or could not.',
    )
      .addHelpText('after', undoHelp)
      .option('--base-url <url>', 'only what was written to this server; needed where several have something left')
      .option('--plan', 'only say what it would look at')
      .option('--timeout <seconds>', 'for one request in all, 30 by default', seconds('--timeout'))
      .option(
        '--settle <seconds>',
        'that reads may lag behind writes, and a write may come late, 10 by default',
        seconds('--settle'),
      )
      .option(
        '--write-interval <seconds>',
        'between two writes, 1 by default, 0 on this machine',
        seconds('--write-interval'),
      )
      .option('--allow-insecure-host <host>', 'a host that may be called by http though it is not this machine')
      .action(async (flags: UndoFlags) => {
        process.exitCode = await (await import('./commands/undo.js')).runUndo(flags);
      }),
  )
  .addCommand(
    command('status', 'Says which servers are being written to, and what is left to undo.')
      .addHelpText('after', statusHelp)
      .option('--base-url <url>', 'only this server')
      .action(async (flags: { baseUrl?: string }) => {
        process.exitCode = (await import('./commands/status.js')).runStatus(flags);
      }),
  )
  .addCommand(
    command('merge-reports', 'Puts the reports of all shards of a check together.')
      .argument('<file...>', 'reports that "check --report json=file" wrote')
      .option('--report <format=file>', 'write a report of the whole; "-" is standard output', again)
      .option('--verbose', 'show observations and whole lists, too')
      .action(async (files: string[], flags: { report?: string[]; verbose?: boolean }) => {
        process.exitCode = (await import('./commands/merge-reports.js')).runMergeReports(files, flags);
      }),
  )
  .addCommand(
    command(
      'diff',
      'Says what changed between two versions of the contract, how much it breaks, and what the next version must be.',
    )
      .argument('[old]', 'a file, or a version such as 0.1.0; the contract of the last release by default')
      .argument('[new]', 'a file or a version; the contract of this package by default')
      .option(
        '--format <format>',
        'text, json or markdown',
        (text: string) => oneOf(['text', 'json', 'markdown'])(text)[0],
      )
      .option('--check-version', 'fail where the version was raised by too little, or an old name is gone too early')
      .option('--changelog <file>', 'write the changes below "## Unreleased", "### Contract" of this file')
      .action(async (old: string | undefined, now: string | undefined, flags: DiffFlags) => {
        process.exitCode = await (await import('./commands/diff.js')).runDiff(old, now, flags);
      }),
  );

// Whoever reads may stop early, as `head` does, and a terminal may be closed: that is no mistake, and must not keep a run from
// putting back what it wrote.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE' && error.code !== 'EIO') throw error;
  });
}

const args = process.argv.slice(2);
// A mistake in the command line would be answered with what was typed.
if (args.some(holdsKey)) {
  process.stderr.write(`${keyRefusal('the command line')}\n`);
  process.exitCode = 2;
} else {
  await run(program, args, withoutKey);
}
