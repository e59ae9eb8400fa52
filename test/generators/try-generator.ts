// Tries one generator with one document: generates code, examines and compiles it, and runs a program that uses it.
import { readFileSync, writeFileSync } from 'node:fs';
import { basename, delimiter, join } from 'node:path';
import { contract } from '../../generated/contract.js';
import { eachOperation } from '../../scripts/contract/operations.js';
import { defaultKey } from '../../scripts/sandbox/sandbox.js';
import { runProgram } from '../run-program.js';
import { cache, home, install } from '../services/install.js';
import { temporaryFolder } from '../temporary-folder.js';
import { type CodeView, inspectCode } from './generated-code.js';
import type { Command, Generator } from './generator.js';
import { scriptOf } from './guide-script.js';
import { project, type Subject } from './subjects.js';

const steps = ['generate', 'import', 'compile', 'run'] as const;

export interface Trial {
  /** The steps that succeeded. */
  done: (typeof steps)[number][];
  view?: CodeView;
  /** Each miss says what was expected, and what was found. */
  misses: string[];
}

const operationCount = [...eachOperation(contract)].length;

/** The output of every program: from a list, a read, two updates, and a read of an entry that does not exist. */
const output = `listed Fjordline Data
read https://directory.example.com/partners/fjordline
updated hidden
filter Renamed
missing 404
`;

/** Tries a generator, up to the first step that fails. */
export async function tryGenerator(generator: Generator, { document, prefix, name, serve }: Subject): Promise<Trial> {
  const trial: Trial = { done: [], misses: [] };
  const server = await serve();
  try {
    const tools = Object.fromEntries(generator.tools.map((tool) => [tool.name, install(tool)]));
    const places = { ...tools, document, project: project.slice(0, -1), cache: cache.slice(0, -1) };
    const env = {
      ...{ ...process.env, HOME: home },
      ...{ DIRECTORY_BASE_URL: server.url, DIRECTORY_API_KEY: defaultKey, DIRECTORY_PREFIX: prefix },
      PATH: [...Object.values(tools).map((tool) => join(tool, 'bin')), process.env['PATH']].join(delimiter),
    };
    const folder = temporaryFolder('generator');
    for (const step of steps) {
      let printedText = '';
      for (const command of generator[step] ?? []) printedText = await runWords(wordsOf(command, places), folder, env);
      if (step === 'generate') {
        trial.view = inspectCode(folder, generator);
        trial.misses.push(...missesOf(generator, trial.view));
        copyFiles(generator, name, folder);
      }
      if (step === 'run' && generator.run) expectOutput(printedText, output);
      if (generator[step]) trial.done.push(step);
    }
    if (generator.guide && name === 'published') {
      const { script, prints } = scriptOf(generator.guide, server.url);
      expectOutput(await runWords(['sh', '-e', '-c', script], temporaryFolder('guide'), env), prints);
    }
  } catch (error) {
    trial.misses.push((error as Error).message);
  }
  await server.close();
  return trial;
}

async function runWords(words: readonly string[], cwd: string, env: NodeJS.ProcessEnv): Promise<string> {
  const [program = '', ...args] = words;
  const { code, stdout, stderr } = await runProgram(program, args, { cwd, env });
  if (code === 0) return stdout;
  const last = `${stdout}\n${stderr}`.trim().split('\n').slice(-12).join('\n');
  throw new Error(`"${[basename(program), ...args].join(' ')}" ended with ${code}:\n${last}`);
}

function expectOutput(printedText: string, end: string): void {
  if (!printedText.endsWith(end)) throw new Error(`Expected as the last output\n${end}found\n${printedText}`);
}

/** Splits a command, and replaces `$` and the name of a place by its path. */
function wordsOf(command: Command, places: Readonly<Record<string, string>>): string[] {
  return command
    .split(/\s+/)
    .map((word) => word.replaceAll(/\$([\w-]+)/g, (sign, place: string) => places[place] ?? sign));
}

function copyFiles({ files = [], taught = {} }: Generator, name: Subject['name'], folder: string): void {
  for (const file of files) {
    let text = readFileSync(new URL(`programs/${file}`, import.meta.url), 'utf8');
    for (const [plainText, otherText] of name === 'taught' ? Object.entries(taught) : [])
      text = text.replaceAll(plainText, () => otherText);
    writeFileSync(join(folder, basename(file)), text);
  }
}

/** Compares the generated code with the minimum that its row promises. */
export function missesOf({ operations, doubts }: Generator, view: CodeView): string[] {
  const names = Object.entries(view.names).filter(
    ([name]) => operations !== undefined || name !== 'updatePartnerEntry',
  );
  const count = operations === undefined ? 0 : operationCount;
  return [
    ...(view.operations === count ? [] : [`Expected ${count} operations, found ${view.operations}.`]),
    ...names.flatMap(([name, text]) => (text === undefined ? [`Expected a name for ${name}, found none.`] : [])),
    ...doubts
      .filter((doubt) => !view.doubts.includes(doubt))
      .map((doubt) => `Expected comments of ${doubt} that say how sure the contract is, found none.`),
  ];
}
