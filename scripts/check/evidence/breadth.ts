import { enough } from '../model/proposal.js';

/** Where a resource was read. */
export interface Whose {
  /** What identifies the resource. */
  id: string;
  /** The directory that it belongs to, if its path names one. */
  directory: string | undefined;
}

/** Counts different resources and their directories, as far as a claim about all resources needs them. */
export class Breadth {
  readonly #ids = new Set<string>();
  readonly #directories = new Set<string>();

  add({ id, directory }: Whose): void {
    if (this.#ids.size < enough.resources) this.#ids.add(id);
    if (directory !== undefined && this.#directories.size < enough.directories) this.#directories.add(directory);
  }

  /** Counts what another has counted. */
  join(other: Breadth): void {
    for (const id of other.#ids) this.add({ id, directory: undefined });
    for (const directory of other.#directories) this.#directories.add(directory);
  }

  /** @param known how many directories the service has, as far as it was seen */
  isEnough(known: number): boolean {
    const { size } = this.#directories;
    return (
      this.#ids.size >= enough.resources && (known < enough.directories || size === 0 || size >= enough.directories)
    );
  }
}
