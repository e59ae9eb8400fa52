import { dirname, relative } from 'node:path';

/** The first line of a file with answers: it names the schema of such files, for editors. */
export function schemaLine(file: string): string {
  const schema = relative(dirname(file), 'node_modules/directory-contract/generated/schemas/answers.schema.json');
  return `# yaml-language-server: $schema=${schema.startsWith('.') ? '' : './'}${schema.replaceAll('\\', '/')}\n`;
}
