/** The part of a version number that a change raises. */
export type Level = 'major' | 'minor' | 'patch';

/** All levels, the heaviest first. */
export const levels = ['major', 'minor', 'patch'] as const satisfies readonly Level[];

/** A semver version; the part after `+` does not affect precedence and is dropped. */
interface Version {
  core: readonly [major: number, minor: number, patch: number];
  /** The part after the hyphen; empty for a release. */
  prerelease: string;
}

const number = String.raw`(0|[1-9]\d{0,14})`;
const names = String.raw`[0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*`;
const pattern = new RegExp(String.raw`^${number}\.${number}\.${number}(?:-(${names}))?(?:\+[0-9A-Za-z.-]+)?$`);

/** Whether a string is a version that can be raised: `0.1.0`, `1.0.0-rc.1`. */
export function isVersion(text: string): boolean {
  return pattern.test(text);
}

/**
 * The next version, strictly by semver, even below 1.0.0: a major change turns `0.1.0` into `1.0.0`. A prerelease of
 * the required version becomes that version: `1.0.0-rc.1` becomes `1.0.0` at any level.
 *
 * @returns undefined if the text is not a version
 */
export function raiseVersion(version: string, level: Level | 'none'): string | undefined {
  const read = readVersion(version);
  if (!read) return undefined;
  if (level === 'none') return version;
  const [major, minor, patch] = read.core;
  const isAhead = read.prerelease !== '';
  if (level === 'major') return isAhead && minor === 0 && patch === 0 ? `${major}.0.0` : `${major + 1}.0.0`;
  if (level === 'minor') return isAhead && patch === 0 ? `${major}.${minor}.0` : `${major}.${minor + 1}.0`;
  return isAhead ? `${major}.${minor}.${patch}` : `${major}.${minor}.${patch + 1}`;
}

/** Whether a version is at least the minimum or a prerelease of it. @returns false if either text is not a version */
export function isAtLeast(version: string, minimum: string): boolean {
  const [actual, needed] = [readVersion(version)?.core, readVersion(minimum)?.core];
  if (!actual || !needed) return false;
  const first = actual.findIndex((part, index) => part !== needed[index]);
  return first === -1 || (actual[first] ?? 0) > (needed[first] ?? 0);
}

function readVersion(text: string): Version | undefined {
  const [, major, minorText, patch, prerelease = ''] = pattern.exec(text) ?? [];
  if (major === undefined) return undefined;
  return { core: [Number(major), Number(minorText), Number(patch)], prerelease };
}
