import { resolve } from 'node:path';
import { Argument, Option } from 'commander';
import { artefactRows } from '../build/artefact-rows.js';
import { buildProject, type CompiledCode } from '../build/build-project.js';
import { type Step, steps } from '../build/step-names.js';
import { duration, progressOn, table } from '../text/progress.js';
import { command, oneOf, run } from './command.js';

interface BuildOptions {
  check?: boolean;
  force?: boolean;
  project: string;
}

/** Runs the command. @param code of the build, compiled: `run-build.js` compiles it before any of it can run */
export async function build(args: readonly string[], code: CompiledCode): Promise<void> {
  const program = command('build', 'Checks the document in openapi/ and builds everything in generated/ from it.')
    .addArgument(
      new Argument('[step...]', `what to build: ${steps.join(', ')}; by default everything`).argParser(oneOf(steps)),
    )
    .addOption(new Option('--check', 'do not write committed files; fail if one of them differs from the document'))
    .addOption(new Option('--force', 'do every step, even if nothing has changed since it was done'))
    .addOption(new Option('--project <folder>', 'folder with openapi/ and generated/').default('.', 'this folder'))
    .action(async (names: Step[], { check = false, force = false, project }: BuildOptions) => {
      const progress = progressOn(process.stderr);
      const start = performance.now();
      try {
        const files = await buildProject(resolve(project), names.length > 0 ? names : steps, {
          code,
          isCheck: check,
          isForced: force,
          watcher: {
            begin: (step) => progress.begin(step),
            end: (step, milliseconds) => progress.end(step, duration(milliseconds)),
            unchanged: (step) => progress.end(step, 'unchanged'),
          },
          configSchemaFile: async () => (await import('./check/config-schema.js')).configSchemaFile(),
        });
        progress.close();
        const rows = artefactRows(files);
        if (rows.length > 0 && !check) process.stdout.write(`${table(rows, [1, 2])}\n`);
        const verdict = check ? 'generated/ matches openapi/' : 'openapi/ is valid';
        process.stdout.write(`${verdict}, ${duration(performance.now() - start)}\n`);
      } finally {
        progress.close();
      }
    });
  await run(program, args);
}
