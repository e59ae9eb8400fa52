import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeAllWhole } from '../../files/whole-file.js';
import { generatedFile } from '../../generated-file.js';
import { hanging, wrap } from '../../text/columns.js';
import { visible, whole } from '../../text/escape.js';
import { counted } from '../../text/numbers.js';
import { reasonOf } from '../../text/system-error.js';
import { UsageError } from '../../text/usage-error.js';
import { schemaLine } from '../answers-file.js';

/** An answers file of this package, about a plausible service. */
interface World {
  /** The place in the user's folder. */
  path: string;
  text: string;
  /** The comment in its first line. */
  about: string;
}

/**
 * Writes the answers of plausible services into a folder, all files or none; those that are there already stay.
 *
 * @returns the files with their first comment, for a terminal
 * @throws UsageError if a file is there with other contents, or if one cannot be written
 */
export function writeWorlds(folder: string, width: number): string {
  const worlds = worldsFor(folder);
  const missing = worlds.filter(({ path }) => textOf(path) === undefined);
  const others = worlds.filter(({ path, text }) => ![undefined, text].includes(textOf(path)));
  if (others.length > 0) {
    const names = others.map(({ path }) => whole(path)).join(', ');
    throw new UsageError(
      `There are other contents in ${names}. No file was written. Name another folder with --worlds, or remove ` +
        `${others.length === 1 ? 'this file' : 'these files'}.`,
    );
  }
  writeAllWhole(missing, 'Name another folder with --worlds.');
  return listed(worlds, { folder, written: missing.length, width });
}

function worldsFor(folder: string): World[] {
  const source = generatedFile('../recipes/worlds/');
  return readdirSync(source)
    .sort()
    .map((name) => {
      const text = readFileSync(new URL(name, source), 'utf8');
      const path = join(folder, name);
      return { path, text: schemaLine(path) + text, about: text.slice(0, text.indexOf('\n')).replace(/^# */, '') };
    });
}

/** @throws UsageError if it is there and cannot be read */
function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw new UsageError(
      `${visible(path)} cannot be read: ${reasonOf(error)}. No file was written. Name another folder with --worlds.`,
    );
  }
}

function listed(
  worlds: readonly World[],
  { folder, written, width }: { folder: string; written: number; width: number },
): string {
  const columns = Math.max(40, width);
  const at = whole(join(folder || '.', '/'));
  const head =
    written === 0
      ? `${at} has all ${counted(worlds.length, 'file')} already; nothing was written.`
      : `Wrote ${counted(written, 'file')} into ${at}. Each has the answers of a plausible service.`;
  const rows = worlds.flatMap(({ path, about }) => [`  ${whole(path)}`, ...hanging('    ', about, columns)]);
  const [{ path } = { path: '' }] = worlds;
  // A command to copy stays on one line.
  const next = ['To see one at work:', `  npx directory-contract sandbox --answers ${whole(path)}`];
  return `${[wrap(head, columns), rows, next].map((lines) => lines.join('\n')).join('\n\n')}\n`;
}
