// Tries one generator with one document: generates, looks at the code, compiles it, and runs a program that uses it.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { contract } from '../../generated/contract.js';
import { eachOperation } from '../../scripts/contract/operations.js';
import { defaultKey } from '../../scripts/sandbox/sandbox.js';
import { runProgram } from '../run-program.js';
import { cache, home, install } from '../services/install.js';
import { temporaryFolder } from '../temporary-folder.js';
import type { Command, Generator } from './generator.js';
import { look, type View } from './look.js';
import { project, type Subject } from './subjects.js';

const steps = ['generate', 'import', 'compile', 'run'] as const;

export interface Trial {
  /** The steps that succeeded. */
  done: readonly (typeof steps)[number][];
  view?: View;
  /** Each has what was expected, and what was found. */
  misses: readonly string[];
}

const operationCount = [...eachOperation(contract)].length;

/** The output of every program: of a list, a read, two updates, and a read of an entry that does not exist. */
const output = `listed Fjordline Data
read https://directory.example.com/partners/fjordline
updated hidden
filter Renamed
missing 404
`;

type Run = (command: Command) => Promise<string>;

/** Tries a generator, up to the first step that fails. */
export async function tryGenerator(generator: Generator, subject: Subject): Promise<Trial> {
  const folder = temporaryFolder('generator');
  const server = await subject.serve();
  const places = {
    ...Object.fromEntries(generator.tools.map((tool) => [tool.name, install(tool)])),
    ...{ document: subject.document, project: project.slice(0, -1), cache: cache.slice(0, -1) },
  };
  const env = {
    ...process.env,
    ...{ HOME: home, DIRECTORY_URL: server.url, DIRECTORY_KEY: defaultKey, DIRECTORY_PREFIX: subject.prefix },
  };
  const run: Run = async (command) => {
    const [program = '', ...args] = command.split(/\s+/).map((word) => withPlaces(word, places));
    const { code, stdout, stderr } = await runProgram(program, args, { cwd: folder, env });
    if (code === 0) return stdout;
    const last = `${stdout}\n${stderr}`.trim().split('\n').slice(-12).join('\n');
    throw new Error(`"${[basename(program), ...args].join(' ')}" ended with ${code}:\n${last}`);
  };
  try {
    return await trySteps(generator, subject, folder, run);
  } finally {
    await server.close();
  }
}

async function trySteps(generator: Generator, { name }: Subject, folder: string, run: Run): Promise<Trial> {
  const done: (typeof steps)[number][] = [];
  const misses: string[] = [];
  let view: View | undefined;
  const finish = (error?: unknown): Trial => ({
    ...{ done, misses: error === undefined ? misses : [...misses, (error as Error).message] },
    ...(view && { view }),
  });
  for (const step of steps) {
    let printed = '';
    try {
      for (const command of generator[step] ?? []) printed = await run(command);
      if (step === 'generate') {
        view = look(folder, generator);
        misses.push(...missesOf(generator, view));
        copyFiles(generator, name, folder);
      }
      if (step === 'run' && generator.run && printed !== output)
        throw new Error(`Expected the output\n${output}found\n${printed}`);
    } catch (error) {
      return finish(error);
    }
    if (generator[step]) done.push(step);
  }
  return finish();
}

/** Replaces `$` and the name of a place by its path. */
export function withPlaces(text: string, places: Readonly<Record<string, string>>): string {
  return text.replaceAll(/\$([\w-]+)/g, (word, place: string) => places[place] ?? word);
}

function copyFiles({ files = [], taught = {} }: Generator, name: Subject['name'], folder: string): void {
  const texts = files.map((file) => readFileSync(fileURLToPath(new URL(`programs/${file}`, import.meta.url)), 'utf8'));
  const differences = name === 'taught' ? Object.entries(taught) : [];
  for (const [plain] of differences)
    if (!texts.some((text) => text.includes(plain))) throw new Error(`No file has the text ${plain}.`);
  for (const [index, file] of files.entries()) {
    const text = differences.reduce((all, [plain, other]) => all.replaceAll(plain, () => other), texts[index] ?? '');
    const path = join(folder, file.split('/').slice(1).join('/'));
    mkdirSync(join(path, '..'), { recursive: true });
    writeFileSync(path, text);
  }
}

/** Compares the generated code with what the generator must reach at least. */
export function missesOf({ operations, doubts }: Generator, view: View): string[] {
  const names = Object.entries(view.names).filter(
    ([name]) => operations !== undefined || name !== 'updatePartnerEntry',
  );
  const count = operations === undefined ? 0 : operationCount;
  return [
    ...(view.operations === count ? [] : [`Expected ${count} operations, found ${view.operations}.`]),
    ...names.flatMap(([name, found]) => (found === undefined ? [`Expected a name for ${name}, found none.`] : [])),
    ...doubts
      .filter((each) => !view.doubts.includes(each))
      .map((each) => `Expected comments of ${each} that say how sure the contract is, found none.`),
  ];
}

const clients = { pypi: 'python3', npm: 'npm', maven: 'mvn', go: 'go' };

/** Returns a program that the trial needs and this machine lacks. */
export function missingProgram({ tools, generate, compile = [], run = [] }: Generator): string | undefined {
  const started = [...generate, ...compile, ...run]
    .map((command) => command.split(' ')[0] ?? '')
    .filter((each) => /^\w+$/.test(each));
  const needed = [...tools.map(({ registry }) => clients[registry]), ...started];
  return needed.find((program) => spawnSync(program, ['--version']).error !== undefined);
}
