import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The projects in the order of their runs. A worker stays only if its next file is of the same project. */
const projects = ['package', 'rules', 'shared', 'made', 'product'];

/** The files that take longest. If one of them started last, it would delay the end of the run. */
const longest = [
  'package/gates.test.ts',
  // Both download packages; in different shards they do not wait for each other.
  'package/recipe-learn.test.ts',
  'check/habits-found.test.ts',
  'check/slow-servers.test.ts',
  'learn/random.test.ts',
  'learn/worlds.test.ts',
  'commands/dev.test.ts',
  'check/other-service.test.ts',
  'check/workshop-service.test.ts',
  'check/torture/sample.test.ts',
  'check/restore/faults.test.ts',
  'check/restore/signals.test.ts',
  'check/faults.test.ts',
  'answers/random.test.ts',
  'answers/worlds.test.ts',
  'build/bad-command.test.ts',
  'build/injected-mistakes.test.ts',
  'docs/pages-in-browser.test.ts',
  'docs/site-in-browser.test.ts',
  'docs/reference.test.ts',
  'docs/own-service.test.ts',
  'mock/tool.test.ts',
  'mock/mock.test.ts',
  'build/bad-input.test.ts',
];

/** Starts with the longest files of each project, also in a fresh clone without timings of earlier runs. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const turn = ({ project }: TestSpecification): number => projects.indexOf(project.name);
    return (await super.sort(files)).sort((a, b) => turn(a) - turn(b) || place(a) - place(b));
  }

  /** Distributes the files, so that each shard has as many long ones, and the same files on every machine. */
  override async shard(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { index = 1, count = 1 } = this.ctx.config.shard ?? {};
    const sorted = [...files].sort((a, b) => place(a) - place(b) || (a.moduleId < b.moduleId ? -1 : 1));
    return sorted.filter((_, dealt) => dealt % count === index - 1);
  }
}

function place({ moduleId }: TestSpecification): number {
  const found = longest.findIndex((name) => moduleId.endsWith(`/test/${name}`));
  return found === -1 ? longest.length : found;
}
