import { Command, CommanderError, InvalidArgumentError } from 'commander';
import { didYouMean } from '../text/did-you-mean.js';
import { exitCodes } from '../text/exit-codes.js';
import { BuildError, formatProblems } from '../text/problem.js';
import { UsageError } from '../text/usage-error.js';

/** A command whose mistakes of usage end with status 2, and which names the nearest option or command it knows. */
export function command(name: string, description: string): Command {
  return new Command(name)
    .description(description)
    .exitOverride()
    .showSuggestionAfterError(true)
    .showHelpAfterError('Run it with --help to see what it knows.')
    .allowExcessArguments(false)
    .helpCommand(false);
}

/**
 * Runs a command and sets the exit code: 0 done, 1 the document or a check says no, 2 the command line or the machine
 * is wrong. A person sees sentences; a stack trace shows only for a mistake of our own.
 *
 * @param shown a message as it may be shown: it may quote a file that holds a secret
 */
export async function run(
  program: Command,
  args: readonly string[],
  shown = (message: string): string => message,
): Promise<void> {
  const say = (message: string): void => void process.stderr.write(`${shown(message)}\n`);
  try {
    await program.parseAsync(args, { from: 'user' });
  } catch (error) {
    if (error instanceof CommanderError) {
      process.exitCode = error.exitCode === 0 ? exitCodes.done : exitCodes.usage;
    } else if (error instanceof BuildError) {
      say(refusalText(error));
      process.exitCode = error.exitCode;
    } else if (error instanceof UsageError) {
      say(error.message);
      process.exitCode = exitCodes.usage;
    } else if (isSystemError(error)) {
      say(`The system refuses: ${error.message}. Correct that, then run the command again.`);
      process.exitCode = exitCodes.usage;
    } else {
      throw error;
    }
  }
}

/** What a person is told of a build that cannot go on. */
export function refusalText({ message, problems }: BuildError): string {
  return problems.length > 0 ? `${message}\n\n${formatProblems(problems)}\n` : message;
}

/** A file that may not be read, a disk that is full: no mistake of ours, and none that a stack trace explains. */
export function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'code' in error && 'syscall' in error;
}

/** A parser for an option that may be repeated: every value counts. */
export function again(text: string, before: string[] = []): string[] {
  return [...before, text];
}

/** A port to listen on, 0 for any that is free. */
export function port(text: string): number {
  const value = Number(text);
  if (!/^\d+$/.test(text) || value > 65_535) {
    throw new UsageError(`Expected --port with a whole number from 0 to 65535, found "${text}".`);
  }
  return value;
}

/** Milliseconds to wait, at most a minute. */
export function latency(text: string): number {
  const value = Number(text);
  if (!/^\d+$/.test(text) || value > 60_000) {
    throw new UsageError(`Expected --latency with a whole number of milliseconds from 0 to 60000, found "${text}".`);
  }
  return value;
}

/** A parser for seconds, at most an hour. */
export function seconds(flag: string): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (!/^\d+(\.\d+)?$/.test(text) || value > 3600)
      throw new UsageError(`Expected ${flag} with seconds from 0 to 3600, found "${text}".`);
    return value;
  };
}

/** A parser for an argument that may repeat and takes one of a few words; it names the nearest one to a wrong word. */
export function oneOf<Word extends string>(words: readonly Word[]): (text: string, previous?: Word[]) => Word[] {
  return (text, previous = []) => {
    const word = words.find((known) => known === text);
    if (!word) throw new InvalidArgumentError(`Known are ${words.join(', ')}. ${didYouMean(text, words)}`);
    return [...previous, word];
  };
}
