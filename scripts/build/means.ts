import { parseYaml } from '../contract/parse-yaml.js';
import { apart } from './apart.js';
import { type RunRedocly, redocly } from './source/redocly.js';

/** What a build works with. One that follows others may keep what those have loaded and made. */
export interface BuildMeans {
  redocly: RunRedocly;
  parse: typeof parseYaml;
  apart: typeof apart;
  /**
   * Does the work of a step, or returns what it made of equal inputs the last time.
   *
   * @param inputs everything that the result depends on, as values of JSON
   */
  make<Output>(step: string, inputs: readonly unknown[], work: () => Promise<Output>): Promise<Output>;
}

/** For a build that stands alone: everything is made, and nothing is kept. */
export const anew: BuildMeans = { redocly, parse: parseYaml, apart, make: (_step, _inputs, work) => work() };
