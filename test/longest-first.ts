import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { yamlBeside } from './yaml-beside.js';

/** The projects in the order of their runs. A worker stays only if its next file belongs to the same project. */
const projects = ['package', 'rules', 'shared', 'made', 'product'];

const longestRows = yamlBeside<string[]>(import.meta.url, 'longest-first.yaml');

/** Starts with the longest files of each project, even in a fresh clone without timings of earlier runs. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const turn = ({ project }: TestSpecification): number => projects.indexOf(project.name);
    return (await super.sort(files)).sort((a, b) => turn(a) - turn(b) || place(a) - place(b));
  }

  /** Distributes the files, so that each shard has equally many long files, and the same files on every machine. */
  override async shard(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { index = 1, count = 1 } = this.ctx.config.shard ?? {};
    const sortedFiles = [...files].sort((a, b) => place(a) - place(b) || (a.moduleId < b.moduleId ? -1 : 1));
    return sortedFiles.filter((_, dealt) => dealt % count === index - 1);
  }
}

function place({ moduleId }: TestSpecification): number {
  const index = longestRows.findIndex((name) => moduleId.endsWith(`/test/${name}`));
  return index === -1 ? longestRows.length : index;
}
