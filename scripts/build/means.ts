import { parseYaml } from '../contract/parse-yaml.js';
import { type Apart, apart } from './apart.js';
import type { RunRedocly } from './source/redocly.js';
import { ResidentRedocly } from './source/resident-redocly.js';

/** The tools of a build. In a series of builds, they may reuse modules and results of earlier ones. */
export interface BuildMeans {
  redocly: RunRedocly;
  /** Starts to load Redocly, so that its first run begins earlier. */
  loadRedocly(): void;
  parse: typeof parseYaml;
  apart: Apart;
  /**
   * Does the work of a step, or returns the last result for equal inputs.
   *
   * @param inputs everything that the result depends on, as JSON values
   */
  make<Output>(step: string, inputs: readonly unknown[], work: () => Promise<Output>): Promise<Output>;
}

/**
 * The tools of a single build, which keeps nothing. Redocly runs in one process, since loading it takes longer than any
 * of its work.
 *
 * @param signal ends all processes and threads
 * @param fileOf the compiled form of a module, if it exists already
 */
export function onceOnly(signal: AbortSignal, fileOf?: (module: URL) => URL | undefined): BuildMeans {
  const redocly = new ResidentRedocly('one process');
  signal.addEventListener('abort', () => redocly.close());
  return {
    redocly: redocly.run,
    loadRedocly: () => redocly.load(),
    parse: parseYaml,
    apart: (module, name, ended) => apart(module, name, ended, fileOf && ((each) => found(fileOf(each), each))),
    make: (_step, _inputs, work) => work(),
  };
}

function found(file: URL | undefined, module: URL): URL {
  if (!file) throw new Error(`${module.pathname} is not compiled. Add it to scripts/build/step-code.js.`);
  return file;
}
