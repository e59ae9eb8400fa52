import type { Shown } from '../check/reports/deliver.js';

/** Streams, environment and folder of a command; tests replace them. */
export interface Surroundings extends Shown {
  /** The folder in which a configuration file may be; by default the current one. */
  folder?: string;
  /** Keyboard input; without it, the command asks no questions. */
  input?: NodeJS.ReadStream;
}

/** Those of this process. */
export const here: Surroundings = {
  output: process.stdout,
  errors: process.stderr,
  environment: process.env,
  input: process.stdin,
};
