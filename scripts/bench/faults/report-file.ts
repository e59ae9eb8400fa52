import { existsSync, readFileSync, rmSync } from 'node:fs';

/** The JSON of a file that a program has written, which is removed; undefined if it has written none. */
export function reportIn<Report>(file: string): Report | undefined {
  if (!existsSync(file)) return undefined;
  const text = readFileSync(file, 'utf8');
  rmSync(file);
  try {
    return JSON.parse(text) as Report;
  } catch {
    return undefined;
  }
}
