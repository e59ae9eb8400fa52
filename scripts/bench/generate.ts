// "generate" with its six files, against openapi-typescript alone, which makes one of them.
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { installedTool, openapiTypescript } from '../system/tool.js';
import { alternating, type Measured } from './frame/alternating.js';
import { type BenchContext, type Comparison, ratio } from './frame/comparison.js';
import { measuredCommand } from './frame/measured-command.js';
import { median } from './frame/median.js';
import { benchFolder, ourCommand, project } from './frame/our-programs.js';
import { npmPeer } from './frame/peers.js';

const wanted = { seconds: 6, ratio: 2 } as const;

export async function run({ rounds, say }: BenchContext): Promise<Comparison[]> {
  const folder = benchFolder();
  const command = await ourCommand();
  // It looks for its tools in the packages of the folder where it is called.
  symlinkSync(join(project, 'node_modules'), join(folder, 'node_modules'));
  writeFileSync(
    join(folder, 'directory.answers.yaml'),
    'answers: { lists.envelope: { value: { items: /results } } }\n',
  );
  mkdirSync(join(folder, 'alone'));
  const timed = async (args: readonly string[]): Promise<number> => {
    const { status, stdout, stderr, milliseconds } = await measuredCommand(process.execPath, args, { cwd: folder });
    if (status !== 0) throw new Error(`It ended with exit code ${status}: ${stdout}${stderr}`);
    return milliseconds / 1000;
  };
  const generator = join(dirname(installedTool(openapiTypescript) ?? ''), '../bin/cli.js');
  const document = join(project, 'generated/openapi.yaml');
  const measured: Measured[] = [
    {
      name: 'directory-contract generate',
      kind: 'ours',
      note: 'types, client, validators, examples, document and a note about them',
      measure() {
        rmSync(join(folder, 'out'), { recursive: true, force: true });
        return timed([command, 'generate', '--out', 'out']);
      },
    },
    {
      name: `openapi-typescript ${npmPeer('openapi-typescript', project).version}`,
      kind: 'limit',
      note: 'types alone',
      measure: () => timed([generator, document, '--output', 'alone/types.ts']),
    },
  ];
  const subjects = await alternating(rounds, measured, say);
  return [
    {
      title: 'Generated code of a contract with an answer',
      measures: 'Seconds of the whole command.',
      limit: 'It contains openapi-typescript, so it cannot end before that would.',
      unit: 's',
      better: 'less',
      subjects,
      targets: [
        {
          of: 'seconds of generate',
          value: median(subjects[0]?.values ?? []),
          wanted: 'at most',
          target: wanted.seconds,
        },
        {
          of: 'generate : openapi-typescript alone',
          value: ratio(subjects, ({ kind }) => kind === 'limit'),
          wanted: 'at most',
          target: wanted.ratio,
        },
      ],
    },
  ];
}
