import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { blocksOf } from '../docs/guide-blocks.js';
import { project } from './subjects.js';

/** Returns the steps of a section of the guide about languages as a shell script, and the last output that it shows. */
export function scriptOf(heading: string, url: string): { script: string; prints: string } {
  const parts = readFileSync(join(project, 'openapi/docs/languages.md'), 'utf8').split(/^## /m);
  const blocks = blocksOf(parts.find((part) => part.startsWith(`${heading}\n`)) ?? '');
  const command = `'${process.execPath}' --import '${import.meta.resolve('tsx')}' '${project}scripts/cli.ts'`;
  const steps = blocks.map(({ language, source }) => {
    if (language === 'sh') return source;
    // The first line of a program names its file.
    return language === 'text' ? '' : `cat > ${/[\w.]+$/m.exec(source)?.[0]} <<'END'\n${source}END\n`;
  });
  const npx = `npx() { shift; ${command} "$@"; }\n`;
  const packages = `mkdir node_modules\nln -s '${project}' node_modules/directory-contract\n`;
  return {
    script: npx + packages + steps.join('').replaceAll('http://127.0.0.1:4020', url),
    prints: blocks.findLast(({ language }) => language === 'text')?.source ?? 'a text block',
  };
}
