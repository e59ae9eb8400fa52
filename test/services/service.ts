/** The surroundings of one run of a service. */
export interface Place {
  /** The folder with the installed packages. */
  installed: string;
  /** The folder for all data of the service. It is removed after the run. */
  data: string;
  port: number;
}

/** A program to run. Its texts may contain the parts of a place: `$installed`, `$python` in it, `$data`, `$port`. */
export interface Command {
  args: readonly string[];
  /** Variables besides PATH, HOME and TMPDIR. */
  environment?: Record<string, string>;
}

/** The parts of a document about keys. */
interface Mendable {
  security?: unknown;
  components: { securitySchemes: Record<string, unknown> };
  paths: Record<string, Record<string, { security?: unknown }>>;
}

/** A real service from a registry. */
export interface Service {
  name: string;
  version: string;
  registry: 'pypi' | 'npm' | 'maven';
  /** Packages to install, as the client of the registry writes them, with exact versions. */
  packages: readonly string[];
  /** Commands that must end before the service starts, such as a command that creates its tables. */
  prepare?: readonly Command[];
  serve: Command;
  /** A path that returns a 2xx status as soon as the service is ready. */
  ready: string;
  /** The path at which the service returns its document, as JSON or YAML. */
  document: string;
  /** The prefix of all paths in the document, if the document does not contain it. */
  base?: string;
  /** Returns a key that the service accepts once it is ready. */
  key?(place: Place): Promise<string> | string;
  /** Corrects the parts of the document about keys, as a user would have to. Other parts must not change. */
  mend?(document: Mendable): void;
  /** Further flags of the check. */
  flags?: readonly string[];
}

/** `reads` checks with `--writes none`, `writes` with `--writes disposable`. */
export type Mode = 'reads' | 'writes';

export const modes = ['reads', 'writes'] as const satisfies readonly Mode[];
