import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { build } from 'esbuild';
import { runProgram } from '../run-program.js';
import { home } from '../services/install.js';

const root = resolve(import.meta.dirname, '../..');

/** A sample for its own file, with a name such as `updatePartnerEntry`, without an extension. */
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
    ...{ target: 'es2022', module: 'nodenext', strict: true, exactOptionalPropertyTypes: true },
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

type Run = (folder: string, samples: readonly SampleFile[], env: NodeJS.ProcessEnv) => Promise<Record<string, Done>>;

/** Runs the samples one after another, in one bash. Errors of curl are in the error output of the sample. */
const runInBash: Run = async (folder, samples, env) => {
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
};

/** Runs the samples one after another, in one process. A warning, such as one about an unknown escape, is an error. */
const runInPython: Run = async (folder, samples, env) => {
  await Promise.all(samples.map(({ name, source }) => writeFile(join(folder, `${name}.py`), source)));
  const lines = samples.map(({ name }) => `print("== ${name}")\nexec(open("${name}.py").read(), {})\n`);
  await writeFile(join(folder, 'run.py'), lines.join(''));
  return statusesIn(await output('python3', ['-W', 'error::SyntaxWarning', 'run.py'], folder, { ...env, HOME: home }));
};

/** Formats, vets and runs the samples as functions of one program. */
const runInGo: Run = async (folder, samples, env) => {
  const named = samples.map(({ name, source }) => ({ name, source: source.replace('func main()', `func ${name}()`) }));
  await Promise.all(named.map(({ name, source }) => writeFile(join(folder, `${name}.go`), source)));
  const calls = samples.map(({ name }) => `\tprintln("== ${name}")\n\t${name}()\n`).join('');
  const main = `package main\n\nimport "fmt"\n\nvar println = fmt.Println\n\nfunc main() {\n${calls}}\n`;
  await writeFile(join(folder, 'run.go'), main);
  await writeFile(join(folder, 'go.mod'), 'module samples\n');
  const goEnv = { ...env, HOME: home, GOTOOLCHAIN: 'local', GOPROXY: 'off' };
  const misformatted = await output('go', ['fmt'], folder, goEnv);
  if (misformatted !== '') throw new Error(`gofmt formats these differently: ${misformatted}`);
  await output('go', ['vet'], folder, goEnv);
  return statusesIn(await output('go', ['run', '.'], folder, goEnv));
};

/** Compiles the samples as classes of different packages, and runs them in one process. */
const runInJava: Run = async (folder, samples, env) => {
  const calls = samples.map(({ name }) => `System.out.println("== ${name}"); ${name}.Main.main(args);\n`).join('');
  const main = `class Run { public static void main(String[] args) throws Exception {\n${calls}} }\n`;
  const sources = [
    { path: 'Run.java', text: main },
    ...samples.map(({ name, source }) => ({ path: `${name}/Main.java`, text: `package ${name};\n\n${source}` })),
  ];
  for (const { path, text } of sources) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
  await output('javac', ['-d', 'classes', ...sources.map(({ path }) => path)], folder, env);
  return statusesIn(await output('java', ['-cp', 'classes', 'Run'], folder, env));
};

/** Reads the output of samples that print a status and a body, each after a line with its name. */
function statusesIn(printedText: string): Record<string, Done> {
  const parts = printedText.split(/^== /m).slice(1);
  return Object.fromEntries(
    parts.map((part) => {
      const [name = '', line = ''] = part.split('\n');
      return [name, { statuses: [Number(/^\d{3}(?= )/.exec(line)?.[0])], errors: [] }];
    }),
  );
}

/** How samples run in the languages that a machine may not have, with a command that succeeds if it has them. */
export const languages = {
  curl: { run: runInBash, needs: ['bash', '-c', 'curl --version'] },
  Python: { run: runInPython, needs: ['python3', '--version'] },
  Go: { run: runInGo, needs: ['go', 'version'] },
  // Text blocks need Java 15.
  Java: { run: runInJava, needs: ['javac', '--release', '15', '--version'] },
} as const satisfies Record<string, { run: Run; needs: readonly [string, ...string[]] }>;

async function output(program: string, args: readonly string[], cwd: string, env: NodeJS.ProcessEnv): Promise<string> {
  const { code, stdout, stderr } = await runProgram(program, args, { cwd, env: { ...process.env, ...env } });
  if (code !== 0) throw new Error(`${program} ended with ${code}: ${stdout}${stderr}`);
  return stdout;
}
