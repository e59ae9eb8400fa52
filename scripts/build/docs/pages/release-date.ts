export interface Release {
  version: string;
  /** The date of the release, such as `2026-11-21`. */
  date: string;
}

/**
 * The newest release in a changelog: its first heading with a version and a date, such as `## 0.1.0 - 2026-11-21`;
 * undefined before the first release. The build ignores the clock, so that its results are reproducible.
 */
export function latestRelease(changelog: string): Release | undefined {
  for (const [, version = '', date = ''] of changelog.matchAll(
    /^## \[?v?(\d+\.\d+\.\d+[\w.+-]*)\]? [-–—] (\d{4}-\d\d-\d\d)[ \t]*\r?$/gm,
  )) {
    if (isDate(date)) return { version, date };
  }
  return undefined;
}

/** A date in words, such as `21 November 2026` for `2026-11-21`. */
export function formatDate(date: string): string {
  return new Date(date).toLocaleDateString('en-GB', { dateStyle: 'long', timeZone: 'UTC' });
}

function isDate(date: string): boolean {
  const day = new Date(`${date}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(date);
}
