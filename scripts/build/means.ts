import { parseYaml } from '../contract/parse-yaml.js';
import { apart } from './apart.js';
import { type RunRedocly, redocly } from './source/redocly.js';

/** The tools of a build. In a series of builds, they may reuse modules and results of earlier ones. */
export interface BuildMeans {
  redocly: RunRedocly;
  parse: typeof parseYaml;
  apart: typeof apart;
  /**
   * Does the work of a step, or returns the last result for equal inputs.
   *
   * @param inputs everything that the result depends on, as JSON values
   */
  make<Output>(step: string, inputs: readonly unknown[], work: () => Promise<Output>): Promise<Output>;
}

/** The tools of a single build, which keeps nothing. */
export const anew: BuildMeans = { redocly, parse: parseYaml, apart, make: (_step, _inputs, work) => work() };
