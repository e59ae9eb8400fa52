import { Command, CommanderError, InvalidArgumentError } from 'commander';
import type { ReportOutput } from '../check/reports/deliver.js';
import { installExitHandler } from '../system/exit-handler.js';
import { writeWrapped } from '../text/columns.js';
import { suggestNear } from '../text/did-you-mean.js';
import { sanitizeLines } from '../text/escape.js';
import { exitCodes } from '../text/exit-codes.js';
import { BuildError, formatProblems } from '../text/problem.js';
import { UsageError } from '../text/usage-error.js';
import { integerKind, parserOf } from './check/setting-kinds.js';

/** Creates a command. For a wrong command line, it exits with 2 and suggests the nearest option or command. */
export function command(name: string, description: string): Command {
  return new Command(name)
    .description(description)
    .exitOverride()
    .showSuggestionAfterError(true)
    .showHelpAfterError('Run the command with --help to see its options.')
    .allowExcessArguments(false)
    .helpCommand(false);
}

/**
 * Runs the command of this process and sets its exit code, one of `exitCodes`. Prints errors as sentences. The code is
 * 2 for mistakes in the command line or in files and for errors of the machine, and 3 for bugs of this program.
 *
 * @param redact removes secrets from a message, which may quote a file
 * @param failureCode the exit code of a failed build; by default that of the error, which is 1 for a wrong document
 */
export async function runMain(
  program: Command,
  args: readonly string[],
  redact = (message: string): string => message,
  failureCode?: number,
): Promise<void> {
  const say = (message: string): void => writeWrapped(process.stderr, sanitizeLines(redact(message)));
  const crashHandler = installExitHandler(redact);
  try {
    await program.parseAsync(args, { from: 'user' });
  } catch (error) {
    if (error instanceof CommanderError) {
      process.exitCode = error.exitCode === 0 ? exitCodes.done : exitCodes.usage;
    } else if (error instanceof BuildError) {
      say(buildErrorText(error));
      process.exitCode = failureCode ?? error.exitCode;
    } else if (error instanceof UsageError) {
      say(error.message);
      process.exitCode = exitCodes.usage;
    } else {
      crashHandler.recordFailure(error);
    }
  }
  crashHandler.recordEnd();
}

export function buildErrorText({ message, problems }: BuildError): string {
  return sanitizeLines(problems.length > 0 ? `${message}\n\n${formatProblems(problems)}\n` : message);
}

/** Parses a repeatable option, and collects all its values. */
export function collectValues(text: string, previousValues: string[] = []): string[] {
  return [...previousValues, text];
}

/** Parses a port to listen on; 0 means any free port. */
export const parsePort = parserOf('--port', integerKind(0, 65_535));

/** Parses milliseconds to wait, at most a minute: a number, or a range such as `20..200`. */
export function parseLatency(text: string): number | [least: number, most: number] {
  const [, least = '', most = least] = /^(\d+)(?:\.\.(\d+))?$/.exec(text) ?? [];
  const [from, to] = [Number(least), Number(most)];
  if (least === '' || from > to || to > 60_000) {
    const expected = 'milliseconds from 0 to 60000, or a range such as 20..200';
    throw new UsageError(`Expected --latency with ${expected}, found "${text}".`);
  }
  return from === to ? from : [from, to];
}

/** Returns a parser for a repeatable argument with one of these words as its value. It suggests the nearest word. */
export function parseOneOf<Word extends string>(words: readonly Word[]): (text: string, previous?: Word[]) => Word[] {
  return (text, previousWords = []) => {
    const word = words.find((word) => word === text);
    if (!word)
      throw new InvalidArgumentError(`Expected one of ${words.join(', ')}. ${suggestNear(text, words)}`.trim());
    return [...previousWords, word];
  };
}

/** Streams, environment and folder of a command; tests replace them. */
export interface CommandContext extends ReportOutput {
  /** The folder in which to look for a configuration file; by default the current one. */
  folder?: string;
  /** Keyboard input; without it, the command asks no questions. */
  input?: NodeJS.ReadStream;
}

export const processContext: CommandContext = {
  output: process.stdout,
  errors: process.stderr,
  environment: process.env,
  input: process.stdin,
};
