import { createHash } from 'node:crypto';
import { parseYaml } from '../contract/parse-yaml.js';
import { BuildError } from '../text/problem.js';
import { apart } from './apart.js';
import type { BuildMeans } from './means.js';
import { ResidentRedocly } from './source/resident-redocly.js';
import { type Artefact, type BuildWatcher, makeArtefacts, type Step } from './steps.js';

/** Number of results kept per step, so that undoing a change needs no new build. */
const kept = 4;

/**
 * Builds the same project repeatedly. Loaded modules stay loaded, and a step with recently seen inputs is not repeated.
 * The artefacts are the same as those of a single build.
 */
export class IncrementalBuild {
  readonly #project: string;
  readonly #redocly = new ResidentRedocly('a process for each command');
  readonly #life = new AbortController();
  /** Results by step, then by the digests of the inputs. */
  readonly #made = new Map<string, Map<string, unknown>>();
  readonly #threads = new Map<string, ReturnType<typeof apart>>();
  readonly #digests = new WeakMap<object, string>();
  /** Parsed files by the digests of their bytes: those of this build, and those of the previous one. */
  #parsed = new Map<string, ReturnType<typeof parseYaml>>();
  #parsedBefore = this.#parsed;

  constructor(project: string) {
    this.#project = project;
  }

  /** Makes the artefacts of some steps, as `makeArtefacts` does. Only one call at a time. */
  make(wanted: readonly Step[], watcher: BuildWatcher): Promise<Artefact[]> {
    this.#parsedBefore = this.#parsed;
    this.#parsed = new Map();
    return makeArtefacts(this.#project, wanted, watcher, () => this.#means);
  }

  /** Ends all processes and threads; a build that is running fails. */
  close(): void {
    this.#life.abort();
    this.#redocly.close();
  }

  readonly #means: BuildMeans = {
    redocly: this.#redocly.run,
    loadRedocly: () => undefined,
    parse: (bytes) => {
      const digest = createHash('sha256').update(bytes).digest('base64');
      const parsed = this.#parsed.get(digest) ?? this.#parsedBefore.get(digest) ?? parseYaml(bytes);
      this.#parsed.set(digest, parsed);
      return parsed;
    },
    apart: <Input, Result>(module: URL, name: string) => {
      const key = `${module.href} ${name}`;
      const thread = (this.#threads.get(key) ?? apart(module, name, this.#life.signal)) as (
        i: Input,
      ) => Promise<Result>;
      this.#threads.set(key, thread as ReturnType<typeof apart>);
      return async (input: Input) => {
        try {
          return await thread(input);
        } catch (error) {
          if (!(error instanceof BuildError)) this.#threads.delete(key);
          throw error;
        }
      };
    },
    make: async <Output>(step: string, inputs: readonly unknown[], work: () => Promise<Output>) => {
      const given = inputs.map((input) => this.#digestOf(input)).join(' ');
      const made = this.#made.get(step) ?? new Map<string, unknown>();
      this.#made.set(step, made);
      const output = made.has(given) ? (made.get(given) as Output) : await work();
      // Insertion order keeps the most recently used result last.
      made.delete(given);
      made.set(given, output);
      for (const old of [...made.keys()].slice(0, -kept)) made.delete(old);
      return output;
    },
  };

  #digestOf(input: unknown): string {
    const object = typeof input === 'object' && input !== null ? input : undefined;
    const known = object && this.#digests.get(object);
    if (known !== undefined) return known;
    const digest = createHash('sha256')
      .update(JSON.stringify(input) ?? '')
      .digest('base64');
    if (object) this.#digests.set(object, digest);
    return digest;
  }
}
