// The generators of the table, as `rows/` describes them.
import { readdirSync } from 'node:fs';
import type { Installable } from '../services/install.js';
import { yamlBeside } from '../yaml-beside.js';

/** A program to start in the folder with the generated code, and its arguments, separated by spaces. */
export type Command = string;

/** A place in the generated code: the pattern captures a name. It applies to each file, after a line with its path. */
type NamePattern = string;

/** A generator, for one language. Its commands may name `$document`, `$project`, `$cache` and the folders of tools. */
export interface Generator {
  name: string;
  version: string;
  language: string;
  /** Programs of the machine that the generator needs. */
  programs: readonly string[];
  /** Tools to install. `$` and the name of a tool stand for its folder. */
  tools: readonly Installable[];
  /** Files of `programs/` that are copied into the folder. */
  files?: readonly string[];
  /** Texts of these files that differ for the taught contract, with their replacements. */
  taught?: Readonly<Record<string, string>>;
  /** The commands that generate, load types, compile, and run the program that calls the sandbox. */
  generate: readonly Command[];
  import?: readonly Command[];
  compile?: readonly Command[];
  run?: readonly Command[];
  /** A heading of the guide about languages; the steps below it are the same for a reader. */
  guide?: string;
  /** The paths of the generated files. */
  code: string;
  /** The places of the names of operations, of types, and of the field `the service`. */
  operations?: NamePattern;
  types: NamePattern;
  field: NamePattern;
  /** The comments that must repeat how sure the contract is. */
  doubts: readonly ('operations' | 'fields')[];
  /** A note for readers about this row. */
  note?: string;
}

const rows = readdirSync(new URL('rows/', import.meta.url)).filter((file) => file.endsWith('.yaml'));

/** Each file has one generator, with one row for each language. */
export const generators: readonly Generator[] = rows
  .sort()
  .flatMap((file) => yamlBeside<Generator[]>(import.meta.url, `rows/${file}`));

/** The name of a generator, with its language if the name has several rows. */
export function titleOf({ name, language }: Generator): string {
  const isAlone = generators.filter((generator) => generator.name === name).length === 1;
  return isAlone ? name : `${name}-${language.toLowerCase()}`;
}
