import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

type Environment = Record<string, string | undefined>;

/** Variables with settings of a user: caches, npm settings (except the path of npm itself), packages, servers. */
const personal = /^(?:XDG_\w+|npm_(?!execpath$|node_execpath$)\w+|NODE_PATH|DIRECTORY_\w+)$/i;

/** Other variables that npm reads, in any spelling. They point to folders in a new home. */
function npmIn(home: string): Record<string, string> {
  return {
    npm_config_cache: join(home, 'npm-cache'),
    npm_config_userconfig: join(home, 'npmrc'),
    npm_config_globalconfig: join(home, 'global-npmrc'),
    npm_config_update_notifier: 'false',
  };
}

/** Returns the environment of a fresh machine, without caches, configuration or leftovers. */
export function onOwnMachine(environment: Environment, home: string): Environment {
  const variables = Object.entries(environment).filter(([name]) => !personal.test(name));
  return { ...Object.fromEntries(variables), HOME: home, USERPROFILE: home, ...npmIn(home) };
}

/**
 * Gives this process, and all programs that it starts, a new, empty home until it ends, and a folder for temporary
 * folders. Call it before any worker starts.
 *
 * @param fetches whether packages come from the configured registry of this machine, through its cache
 */
export function leaveMachine(fetches: boolean): void {
  const home = mkdtempSync(join(tmpdir(), 'tests-home-'));
  process.once('exit', () => removeUnused(home));
  const folders = join(home, 'folders');
  mkdirSync(folders, { mode: 0o700 });
  const { HOME: outerText = '' } = process.env;
  const given = Object.fromEntries(Object.entries(process.env).filter(([name]) => /^npm_config_/i.test(name)));
  const npm = { npm_config_cache: join(outerText, '.npm'), npm_config_userconfig: join(outerText, '.npmrc'), ...given };
  const ownVariables = { ...onOwnMachine(process.env, home), ...(fetches ? npm : {}), TESTS_FOLDER: folders };
  for (const name of Object.keys(process.env)) if (!(name in ownVariables)) delete process.env[name];
  Object.assign(process.env, ownVariables);
}

/** Removes a folder. Browsers may write into it for a moment after their worker has ended. */
function removeUnused(folder: string): void {
  for (const end = performance.now() + 10_000; existsSync(folder); )
    try {
      rmSync(folder, { recursive: true, force: true });
    } catch (error) {
      if (performance.now() > end) throw error;
    }
}

/** Returns the environment of a program that gets only PATH from this machine, and variables that a test adds. */
export function ownEnvironment(addedEnvironment: Environment = {}): Record<string, string> {
  const { PATH, HOME = '', TMPDIR } = process.env;
  const environment = { PATH, HOME, TMPDIR, ...npmIn(HOME), ...addedEnvironment };
  const set = Object.entries(environment).filter((each): each is [string, string] => each[1] !== undefined);
  return Object.fromEntries(set);
}
