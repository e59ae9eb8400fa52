import { type Dirent, readdirSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { compareText } from '../../text/problem.js';

/** Every YAML file under `openapi/`, used or not, sorted by path; temporary files of editors are left out. */
export function listSourceFiles(project: string, extension = '.yaml'): string[] {
  return entries(project)
    .filter((entry) => entry.isFile() && entry.name.endsWith(extension) && !ofEditor.test(entry.name))
    .map((entry) => pathOf(entry, project))
    .sort(compareText);
}

/** The folder `openapi/` and all folders below it. */
export function listSourceFolders(project: string): string[] {
  const below = entries(project).filter((entry) => entry.isDirectory());
  return ['openapi', ...below.map((entry) => pathOf(entry, project))];
}

/** Names of temporary files that editors and systems create: Vim, Emacs, JetBrains, macOS. */
const ofEditor = /^\..*\.sw[a-z]$|^4913$|~$|^\.?#|___jb_(?:tmp|old)___$|^\.DS_Store$/;

function entries(project: string): Dirent[] {
  return readdirSync(join(project, 'openapi'), { recursive: true, withFileTypes: true });
}

function pathOf(entry: Dirent, project: string): string {
  return relative(project, join(entry.parentPath, entry.name)).split(sep).join('/');
}
