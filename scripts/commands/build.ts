import { resolve } from 'node:path';
import { Argument, Option } from 'commander';
import { artefactRows } from '../build/artefact-rows.js';
import { makeArtefacts, type Step, steps } from '../build/steps.js';
import { committed, firstDifference, writeArtefacts } from '../build/write.js';
import { BuildError } from '../text/problem.js';
import { duration, progressOn, table } from '../text/progress.js';
import { command, oneOf, run } from './command.js';

const program = command(
  'build',
  'Makes everything in generated/ from the document in openapi/, if the document is right.',
)
  .addArgument(
    new Argument('[step...]', `what to make, of ${steps.join(', ')}; without it, everything`).argParser(oneOf(steps)),
  )
  .addOption(new Option('--check', 'leave committed files alone; fail where one is not what the document says'))
  .addOption(new Option('--project <folder>', 'folder that holds openapi/ and generated/').default('.', 'this folder'))
  .action(async (names: Step[], options: { check?: boolean; project: string }) => {
    const project = resolve(options.project);
    const wanted = names.length > 0 ? names : steps;
    const progress = progressOn(process.stderr);
    const start = performance.now();
    try {
      const artefacts = await makeArtefacts(project, wanted, {
        begin: (step) => progress.begin(step),
        end: (step, milliseconds) => progress.end(step, duration(milliseconds)),
      });
      if (wanted.includes('types')) {
        const { configSchemaFile } = await import('./check/config-schema.js');
        artefacts.push(configSchemaFile());
      }
      if (options.check === true) {
        const difference = firstDifference(project, artefacts);
        if (difference) throw new BuildError(`${difference}\nRun "npm run build" and commit what it makes.`);
      }
      // What is not committed is made by whoever needs it: after a check, generated/ is whole.
      writeArtefacts(
        project,
        options.check === true ? artefacts.filter(({ path }) => !committed.has(path)) : artefacts,
      );
      progress.close();
      const rows = artefactRows(artefacts);
      if (rows.length > 0 && options.check !== true) process.stdout.write(`${table(rows, [1, 2])}\n`);
      const verdict = options.check === true ? 'generated/ is what openapi/ says' : 'openapi/ is right';
      process.stdout.write(`${verdict}, ${duration(performance.now() - start)}\n`);
    } finally {
      progress.close();
    }
  });

await run(program, process.argv.slice(2));
