import { resolve } from 'node:path';
import { Argument, Option } from 'commander';
import { artefactRows, type Step, steps } from '../build/steps.js';
import { committedPaths, findDifference, writeArtefacts } from '../build/write.js';
import { BuildError } from '../text/problem.js';
import { formatDuration, formatTable } from '../text/progress.js';
import { makeFiles } from './artefacts.js';
import { command, parseOneOf, runMain } from './command.js';

interface BuildOptions {
  check?: boolean;
  project: string;
}

const program = command('build', 'Checks the document in openapi/ and builds everything in generated/ from it.')
  .addArgument(
    new Argument('[step...]', `what to build: ${steps.join(', ')}; by default everything`).argParser(parseOneOf(steps)),
  )
  .addOption(new Option('--check', 'do not write committed files; fail if one of them differs from the document'))
  .addOption(new Option('--project <folder>', 'folder with openapi/ and generated/').default('.', 'this folder'))
  .action(async (names: Step[], { check = false, project: folder }: BuildOptions) => {
    const project = resolve(folder);
    const chosenSteps = names.length > 0 ? names : steps;
    const start = performance.now();
    const files = await makeFiles(project, chosenSteps);
    const difference = check ? findDifference(project, files) : undefined;
    if (difference) throw new BuildError(`${difference}\nRun "npm run build" and commit the files that it writes.`);
    // Even with --check, write the files that are not committed, so that generated/ is complete.
    writeArtefacts(project, check ? files.filter(({ path }) => !committedPaths.has(path)) : files, files);
    const rows = artefactRows(files);
    if (rows.length > 0 && !check) process.stdout.write(`${formatTable(rows, [1, 2])}\n`);
    const verdict = check ? 'generated/ matches openapi/' : 'openapi/ is valid';
    process.stdout.write(`${verdict}, ${formatDuration(performance.now() - start)}\n`);
  });

await runMain(program, process.argv.slice(2));
