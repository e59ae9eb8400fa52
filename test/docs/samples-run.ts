import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { build } from 'esbuild';
import { runProgram } from '../run-program.js';

const root = resolve(import.meta.dirname, '../..');

/** A sample for its own file, with a name such as `updatePartnerEntry.raw`, without an extension. */
export interface SampleFile {
  name: string;
  source: string;
}

/** The result of one sample: the statuses of the responses, and the error output. */
export interface Done {
  statuses: number[];
  errors: string[];
}

/** Returns the compiler errors of the samples, each compiled as a module of a project that has this package. */
export async function complaintsOf(folder: string, samples: readonly SampleFile[]): Promise<string> {
  const compilerOptions = {
    ...{ target: 'es2022', module: 'nodenext', strict: true },
    ...{ noUncheckedIndexedAccess: true, noUnusedLocals: true, skipLibCheck: true, allowJs: true, noEmit: true },
    types: ['node'],
    typeRoots: [join(root, 'node_modules/@types')],
    paths: { 'directory-contract': [join(root, 'scripts/index.ts')] },
  };
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts'] }));
  await Promise.all(samples.map(({ name, source }) => writeFile(join(folder, `${name}.ts`), source)));
  const compiler = join(root, 'node_modules/typescript7/bin/tsc');
  return output(process.execPath, [compiler, '--pretty', 'false'], folder, {}).catch((error: Error) => error.message);
}

/** Runs each module, and records its output and the status of each response to `fetch`. */
const runner = `
const done = {};
const { fetch } = globalThis;
let current;
globalThis.fetch = async (...args) => {
  const response = await fetch(...args);
  current.statuses.push(response.status);
  return response;
};
console.log = () => undefined;
console.error = (...args) => current.errors.push(args.map(String).join(' '));
for (const name of JSON.parse(process.env.NAMES)) {
  current = done[name] = { statuses: [], errors: [] };
  await import(\`./\${name}.js\`).catch((error) => current.errors.push(String(error)));
}
process.stdout.write(JSON.stringify(done));
`;

/** Runs the samples in TypeScript one after another, in a separate process, in a project that has this package. */
export async function runModules(
  folder: string,
  samples: readonly SampleFile[],
  env: NodeJS.ProcessEnv,
): Promise<Record<string, Done>> {
  const installedPath = join(folder, 'node_modules/directory-contract');
  await mkdir(installedPath, { recursive: true });
  await writeFile(join(installedPath, 'package.json'), '{ "type": "module", "exports": "./index.js" }');
  await build({
    entryPoints: [join(root, 'scripts/index.ts')],
    outfile: join(installedPath, 'index.js'),
    bundle: true,
    format: 'esm',
    platform: 'node',
  });
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
  await writeFile(join(folder, 'runner.js'), runner);
  // The samples contain no types, so they are valid JavaScript modules; another test compiles them.
  await Promise.all(samples.map(({ name, source }) => writeFile(join(folder, `${name}.js`), source)));
  const NAMES = JSON.stringify(samples.map(({ name }) => name));
  const runOutput = await output(process.execPath, ['runner.js'], folder, { ...env, NAMES });
  return JSON.parse(runOutput) as Record<string, Done>;
}

/**
 * Runs the samples for a shell one after another, in one bash. Errors of curl are in the error output of the sample.
 */
export async function runInBash(
  folder: string,
  samples: readonly SampleFile[],
  env: NodeJS.ProcessEnv,
): Promise<Record<string, Done>> {
  const script = [
    // In an interactive shell, an exclamation mark refers to an earlier line, so this shell does the same.
    'set -o history -o histexpand',
    `curl() { command curl --silent --show-error --output /dev/null --write-out '%{http_code}\\n' "$@" 2>&1; }`,
    ...samples.flatMap(({ name, source }) => [`echo '== ${name}'`, source]),
  ].join('\n');
  await writeFile(join(folder, 'samples.sh'), script);
  const printedText = await output('bash', ['--noprofile', '--norc', 'samples.sh'], folder, env);
  const parts = printedText.split(/^== /m).slice(1);
  const isStatus = (line: string): boolean => /^\d{3}$/.test(line);
  return Object.fromEntries(
    parts.map((part) => {
      const [name = '', ...lines] = part.trimEnd().split('\n');
      return [name, { statuses: lines.filter(isStatus).map(Number), errors: lines.filter((line) => !isStatus(line)) }];
    }),
  );
}

async function output(program: string, args: readonly string[], cwd: string, env: NodeJS.ProcessEnv): Promise<string> {
  const { code, stdout, stderr } = await runProgram(program, args, { cwd, env: { ...process.env, ...env } });
  if (code !== 0) throw new Error(`${program} ended with ${code}: ${stdout}${stderr}`);
  return stdout;
}
