import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The files that take longest; started last, each would delay the end of the run. */
const longest = [
  'package/gates.test.ts',
  'learn/random.test.ts',
  'learn/worlds.test.ts',
  'check/other-service.test.ts',
  'check/workshop-service.test.ts',
  'commands/dev.test.ts',
  'check/slow-servers.test.ts',
  'check/torture/sample.test.ts',
  'check/restore/faults.test.ts',
  'check/restore/signals.test.ts',
  'check/faults.test.ts',
  'answers/random.test.ts',
  'answers/worlds.test.ts',
  'build/bad-command.test.ts',
  'build/injected-mistakes.test.ts',
  'docs/reference.test.ts',
  'mock/tool.test.ts',
  'docs/site-in-browser.test.ts',
  'build/bad-input.test.ts',
];

/** Starts with the longest files, even in a fresh clone without timings of earlier runs. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).sort((a, b) => place(a) - place(b));
  }

  /** Deals the files out, so that each part has as many long ones, and on every machine the same. */
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
