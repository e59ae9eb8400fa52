import { cpSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { temporaryFolder } from '../temporary-folder.js';

/** The project folder, with the real openapi/ and generated/. */
export const home = fileURLToPath(new URL('../../', import.meta.url));

export const rootFile = 'openapi/openapi.yaml';
export const filterPath = 'openapi/paths/filters/filters_{filter_id}.yaml';
export const filterSchema = 'openapi/components/schemas/filters/Filter.yaml';

/** A change of one file; paths are relative to the project, with forward slashes. */
export type Edit =
  | { file: string; find: string; replace: string }
  | { file: string; write: string | Uint8Array }
  | { file: string; renameTo: string }
  | { file: string; remove: true };

/** A project in a temporary folder, with a copy of openapi/ that a test may break. */
export class DocumentCopy {
  readonly project = temporaryFolder('document');

  constructor(...folders: string[]) {
    for (const folder of ['openapi', ...folders]) {
      cpSync(join(home, folder), join(this.project, folder), { recursive: true });
    }
  }

  /** Makes the edits, and returns a function that undoes them. */
  edit(...edits: Edit[]): () => void {
    const steps: (() => void)[] = [];
    const undo = (): void => {
      for (const step of steps.reverse()) step();
    };
    try {
      for (const edit of edits) steps.push(this.#make(edit));
      return undo;
    } catch (error) {
      undo();
      throw error;
    }
  }

  path(file: string): string {
    return join(this.project, file);
  }

  /** Returns the line of a text that occurs exactly once in the file, counted from 1. */
  lineOf(file: string, text: string): number {
    const content = readFileSync(this.path(file), 'utf8');
    return content.slice(0, onlyPlace(content, text, file)).split('\n').length;
  }

  #make(edit: Edit): () => void {
    const path = this.path(edit.file);
    if ('write' in edit) {
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, edit.write, { flag: 'wx' });
      return () => rmSync(path);
    }
    if ('renameTo' in edit) {
      const target = this.path(edit.renameTo);
      renameSync(path, target);
      return () => renameSync(target, path);
    }
    const textBefore = readFileSync(path, 'utf8');
    if ('remove' in edit) {
      rmSync(path);
    } else {
      const index = onlyPlace(textBefore, edit.find, edit.file);
      writeFileSync(path, textBefore.slice(0, index) + edit.replace + textBefore.slice(index + edit.find.length));
    }
    return () => writeFileSync(path, textBefore);
  }
}

/** Returns the position of a text. It must occur exactly once, since otherwise the edit might go to the wrong place. */
function onlyPlace(content: string, text: string, file: string): number {
  const index = content.indexOf(text);
  if (index === -1) throw new Error(`Expected this text in ${file}, which does not contain it: ${text}`);
  if (content.includes(text, index + 1)) throw new Error(`Expected this text once in ${file}, found it twice: ${text}`);
  return index;
}
