import { readdirSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { compareText } from '../../text/problem.js';

/** All YAML files under `openapi/`, even unused ones, sorted by path; without temporary files of editors. */
export function listSourceFiles(project: string, extension = '.yaml'): string[] {
  return readdirSync(join(project, 'openapi'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(extension) && !editorFilePattern.test(entry.name))
    .map((entry) => relative(project, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .sort(compareText);
}

/** Matches names of temporary files of Vim, Emacs, JetBrains and macOS. */
const editorFilePattern = /^\..*\.sw[a-z]$|^4913$|~$|^\.?#|___jb_(?:tmp|old)___$|^\.DS_Store$/;
