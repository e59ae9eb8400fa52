/** A file to write. */
export interface Artefact {
  /** Relative to the project, with forward slashes. */
  path: string;
  text: string;
  /** How long its step took; files that one step makes share its time. */
  milliseconds: number;
}

/** The result of a step, and its duration. */
export interface Made<T> {
  value: T;
  milliseconds: number;
}

/** The folder for schemas of files that the check reads and writes. */
export const checkFolder = 'generated/check';

/** A single file of a step. */
export function file(path: string, { value: text, milliseconds }: Made<string>): Artefact {
  return { path, text, milliseconds };
}

/** The files that a step makes in a folder, from texts by name. */
export function folder(path: string, { value, milliseconds }: Made<Record<string, string>>): Artefact[] {
  return Object.entries(value).map(([name, text]) => ({ path: `${path}/${name}`, text, milliseconds }));
}
