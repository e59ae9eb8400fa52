import { dirname, relative } from 'node:path/posix';
import { generatedNote } from '../generated-note.js';
import type { CheckCode } from './check-code.js';

/** The code that all checks share, below `generated/validators/`. */
export const runTimeFile = 'parts/run-time.js';

/** The parts of a module. */
export interface ModuleParts {
  /** Its path, below `generated/validators/`. */
  file: string;
  /** The code of the checks. */
  codes: readonly CheckCode[];
  /** Code after the checks. */
  body?: string;
  /** Additional imports: from a name to the file that exports it. */
  imported?: ReadonlyMap<string, string>;
}

/**
 * The text of a module with some checks.
 *
 * @param fileOf the module of each check that these may call, by the id of its schema
 */
export function checkModule(
  { file, codes, body = '', imported = new Map() }: ModuleParts,
  fileOf: (id: string) => string,
): string {
  const shared = new Set(codes.flatMap((code) => [...code.shared]));
  if (body.includes('validator(')) shared.add('validator');
  const wanted = new Map<string, string[]>();
  const want = (name: string, from: string): unknown => wanted.set(from, [...(wanted.get(from) ?? []), name]);
  for (const name of [...shared].sort()) want(name, runTimeFile);
  for (const [name, from] of imported) want(name, from);
  for (const [alias, id] of new Map(codes.flatMap(({ calls }) => [...calls]))) want(`check as ${alias}`, fileOf(id));
  const imports = [...wanted].map(
    ([from, names]) => `import { ${names.join(', ')} } from '${importPath(file, from)}';\n`,
  );
  const constants = new Set(codes.flatMap((code) => code.constants));
  return [`${generatedNote}\n`, ...imports, '\n', ...constants, ...codes.map(({ text }) => text), body].join('');
}

function importPath(from: string, to: string): string {
  const path = relative(dirname(from), to);
  return path.startsWith('.') ? path : `./${path}`;
}
