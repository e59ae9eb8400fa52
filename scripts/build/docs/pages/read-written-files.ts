import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { compareText } from '../../../text/problem.js';
import type { WrittenFile } from './written-page.js';

/** The folder of the guides, relative to the project. */
const guideFolder = 'openapi/docs';

/** The changelog, relative to the project. */
export const changelogFile = 'CHANGELOG.md';

/** The guides and the changelog of the project. Folders and symbolic links with the name of a guide are skipped. */
export function readWrittenFiles(project: string): WrittenFile[] {
  const folder = join(project, guideFolder);
  const entries = existsSync(folder) ? readdirSync(folder, { withFileTypes: true }) : [];
  const guides = entries
    .filter((entry) => entry.isFile() && entry.name.endsWith('.md'))
    .map(({ name }) => `${guideFolder}/${name}`);
  const paths = [...guides.sort(compareText), ...(existsSync(join(project, changelogFile)) ? [changelogFile] : [])];
  return paths.map((path) => ({ path, bytes: readFileSync(join(project, path)) }));
}
