/** Where a service runs once. */
export interface Place {
  /** The folder that its packages are installed in. */
  installed: string;
  /** A folder for all its data; it is removed after the run. */
  data: string;
  port: number;
}

/** A program to run. */
export interface Command {
  args: readonly string[];
  /** Variables beside PATH, HOME and TMPDIR. */
  environment?: Record<string, string>;
}

/** What a document says about keys. */
interface Mendable {
  security?: unknown;
  components: { securitySchemes: Record<string, unknown> };
  paths: Record<string, Record<string, { security?: unknown }>>;
}

/** A real service that a registry has. */
export interface Service {
  name: string;
  version: string;
  registry: 'pypi' | 'npm' | 'maven';
  /** What is installed, as the client of the registry writes it, with exact versions. */
  packages: readonly string[];
  /** Commands that end before the service starts, such as one that makes its tables. */
  prepare?(place: Place): readonly Command[];
  serve(place: Place): Command;
  /** A path that answers with a 2xx status as soon as the service is ready. */
  ready: string;
  /** The path at which it serves its document, as JSON or YAML. */
  document: string;
  /** What comes before the paths of the document, where the document does not say it. */
  base?: string;
  /** A key that the service accepts, once it is ready. */
  key?(place: Place): Promise<string> | string;
  /** Corrects what the served document says about keys, as a user would have to; all else stays as it is. */
  mend?(document: Mendable): void;
  /** Further flags of the check. */
  flags?: readonly string[];
}

/** `reads` checks with `--writes none`, `writes` with `--writes disposable`. */
export type Mode = 'reads' | 'writes';

export const modes = ['reads', 'writes'] as const satisfies readonly Mode[];

/** A service that was tried, and why it is left out. */
export interface Missing {
  name: string;
  because: string;
}
