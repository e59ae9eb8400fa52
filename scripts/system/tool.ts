import { spawn } from 'node:child_process';
import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, join, resolve } from 'node:path';
import { reasonOf } from '../text/system-error.js';
import { UsageError } from '../text/usage-error.js';

/** A program of another package that is too large to be a dependency. If it is not installed, npx fetches it. */
export interface Tool {
  readonly name: string;
  /** Packages and their exact versions. The first contains the program; the others pin versions of its dependencies. */
  readonly packages: Readonly<Record<string, string>>;
  /**
   * The JavaScript program, or module, in the folder of the first package. Found by its path, because none of the
   * packages can be imported by name.
   */
  readonly program: string;
  /** Size on disk of the packages with all their dependencies. */
  readonly installedMegabytes: number;
}

/** The mock server. Newer versions need a newer Node.js, and never respond to malformed JSON. */
export const prism: Tool = {
  name: 'Prism',
  packages: {
    '@stoplight/prism-cli': '5.14.2',
    '@stoplight/prism-core': '5.8.0',
    '@stoplight/prism-http': '5.12.0',
    '@stoplight/prism-http-server': '5.12.2',
  },
  program: 'dist/index.js',
  installedMegabytes: 90,
};

/** Creates the reference page for the command `docs` with answers. */
export const redocly: Tool = {
  name: 'Redocly',
  packages: { '@redocly/cli': '2.77.0' },
  program: 'bin/cli.js',
  installedMegabytes: 15,
};

/** Generates types from a document. It needs an API that later versions of TypeScript lack. */
export const openapiTypescript: Tool = {
  name: 'openapi-typescript 7.13.0 with TypeScript 5',
  packages: { 'openapi-typescript': '7.13.0', typescript: '5.9.3' },
  program: 'dist/index.mjs',
  installedMegabytes: 44,
};

/** The path of a tool's program, in any version that is installed for this package or for the current folder. */
export function findTool(tool: Tool): string | undefined {
  const [name = ''] = Object.keys(tool.packages);
  for (const directory of [import.meta.url, join(process.cwd(), 'package.json')]) {
    try {
      const program = resolve(createRequire(directory).resolve(`${name}/package.json`), '..', tool.program);
      if (existsSync(program)) return program;
    } catch {
      // The package is not installed in this place: try the next one.
    }
  }
  return undefined;
}

export function toMissingToolError(tool: Tool): UsageError {
  return new UsageError(
    `${tool.name} is not installed. Run "npm install --save-dev --save-exact ${packageSpecs(tool).join(' ')}", then ` +
      'try again.',
  );
}

/**
 * Maximum milliseconds for which npm may print nothing: `first` until a registry responds, `later` after that, when npm
 * may be unpacking a package.
 */
const maxSilence = { first: 15_000, later: 120_000 };

/** Settings of npm. Without a network, its default retries would take a minute; install scripts are not needed. */
const npmSettings = {
  loglevel: 'http',
  color: 'false',
  ignore_scripts: 'true',
  audit: 'false',
  fund: 'false',
  update_notifier: 'false',
  fetch_retries: '2',
  fetch_retry_factor: '2',
  fetch_retry_mintimeout: '1000',
  fetch_retry_maxtimeout: '5000',
};

/** Variables that an outer npx sets for itself, and the API keys, which npm must not see. */
const hiddenVariablePattern = /^(?:npm_config_(?:call|package|workspaces?)|DIRECTORY_(?:OTHER_)?API_KEY)$/i;

/**
 * Makes npx put the exact versions of a tool into npm's cache, and returns the path of its program. The caller runs the
 * program with `process.execPath`: if npx ran it, signals would not reach it.
 *
 * @throws UsageError {@link toMissingToolError} if there is no network, npx or package; `say` gets the reason first
 */
export async function fetchTool(tool: Tool, say: (line: string) => void): Promise<string> {
  const [[name, version] = ['', '']] = Object.entries(tool.packages);
  let isAnnounced = false;
  const announce = (): void => {
    if (isAnnounced) return;
    isAnnounced = true;
    const size = `about ${tool.installedMegabytes} MB`;
    say(`${tool.name} is not installed. npx is fetching ${name} ${version}, ${size}, into npm's cache.`);
  };
  const { path, problem } = await runNpx(packageSpecs(tool), announce);
  const program = path
    .trim()
    .split(delimiter)
    .map((folder) => resolve(folder, '..', name))
    .filter((folder) => readVersion(folder) === version)
    .map((folder) => join(folder, tool.program))
    .find(existsSync);
  if (program !== undefined) return realpathSync(program);
  announce();
  say(`npx could not fetch ${name} ${version}: ${problem ?? `the package has no ${tool.program}`}.`);
  throw toMissingToolError(tool);
}

function packageSpecs(tool: Tool): string[] {
  return Object.entries(tool.packages).map(([name, version]) => `${name}@${version}`);
}

/**
 * The variable PATH that npx sets for a program with these packages, or the reason why npx failed.
 *
 * @param onFetch called when something comes from a registry, and not from npm's cache
 */
function runNpx(
  packages: readonly string[],
  onFetch: () => void,
): Promise<{ path: string; problem: string | undefined }> {
  const args = ['--yes', ...packages.flatMap((text) => ['-p', text]), 'node', '-p', 'process.env.PATH'];
  const forwardedVariables = Object.entries(process.env).filter(([name]) => !hiddenVariablePattern.test(name));
  const npmVariables = Object.entries(npmSettings).map(([name, value]) => [`npm_config_${name}`, value]);
  const env = Object.fromEntries([...forwardedVariables, ...npmVariables]) as NodeJS.ProcessEnv;
  // On Windows, npx is a batch file, which only a shell can run. No argument needs quotes.
  const child =
    process.platform === 'win32'
      ? spawn(['npx.cmd', ...args].join(' '), { env, shell: true, windowsHide: true })
      : spawn('npx', args, { env });
  child.stdin.end();
  return new Promise((finish) => {
    let path = '';
    let errorText = '';
    let problem: string | undefined;
    const stop = (milliseconds: number) => (): void => {
      problem = `npx printed nothing for ${milliseconds / 1000} s`;
      child.kill();
    };
    let timer = setTimeout(stop(maxSilence.first), maxSilence.first);
    const resetTimer = (): void => {
      clearTimeout(timer);
      timer = setTimeout(stop(maxSilence.later), maxSilence.later);
    };
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      path += text;
      resetTimer();
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      errorText = (errorText + text).slice(-4_000);
      // Ignore other lines, such as warnings, which can come before any response.
      if (text.includes('npm http ')) resetTimer();
      if (/npm http fetch GET 200 .*\(cache miss\)/.test(errorText)) onFetch();
    });
    child.once('error', (error: NodeJS.ErrnoException) => {
      problem = error.code === 'ENOENT' ? 'this machine has no npx' : `npx did not start: ${reasonOf(error)}`;
    });
    child.once('close', (code) => {
      clearTimeout(timer);
      const reason = /^npm (?:error|ERR!) code (\w+)/m.exec(errorText)?.[1];
      if (code !== 0) problem ??= reason === undefined ? `npx ended with exit code ${code}` : describeNpmCode(reason);
      finish({ path, problem });
    });
  });
}

/** Describes an error code of npm in words, followed by the code itself, so that people can search for it. */
function describeNpmCode(code: string): string {
  const reason = reasonOf({ code, message: '' });
  return reason === '' ? `npm reports ${code}` : `npm reports ${code}: ${reason}`;
}

/** The version of the package in a folder; undefined if the folder contains no package. */
function readVersion(folder: string): unknown {
  try {
    return (JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version?: unknown }).version;
  } catch {
    return undefined;
  }
}
