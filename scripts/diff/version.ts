/** The part of a version number that a change raises. */
export type Level = 'major' | 'minor' | 'patch';

/** All levels, the heaviest first. */
export const levels = ['major', 'minor', 'patch'] as const satisfies readonly Level[];

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
  const parts = readVersion(version);
  if (!parts || level === 'none') return parts && version;
  const [major, minor, patch, isPrerelease] = parts;
  if (level === 'major') return isPrerelease && minor === 0 && patch === 0 ? `${major}.0.0` : `${major + 1}.0.0`;
  if (level === 'minor') return isPrerelease && patch === 0 ? `${major}.${minor}.0` : `${major}.${minor + 1}.0`;
  return isPrerelease ? `${major}.${minor}.${patch}` : `${major}.${minor}.${patch + 1}`;
}

/** Whether a version is at least the minimum or a prerelease of it. @returns false if either text is not a version */
export function isAtLeast(version: string, minimum: string): boolean {
  const [actual, needed] = [readVersion(version), readVersion(minimum)];
  if (!actual || !needed) return false;
  const first = [0, 1, 2].find((index) => actual[index] !== needed[index]) ?? 0;
  return Number(actual[first]) >= Number(needed[first]);
}

/** Reads a semver version. The part after `+` does not affect precedence. */
function readVersion(text: string): [major: number, minor: number, patch: number, isPrerelease: boolean] | undefined {
  const [, major, minor, patch, prerelease] = pattern.exec(text) ?? [];
  return major === undefined ? undefined : [Number(major), Number(minor), Number(patch), prerelease !== undefined];
}
