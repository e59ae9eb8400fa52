// Examines generated code: which names do parts of the contract have, and do comments say how sure the contract is?
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Generator } from './generator.js';

/** The names and comments in the code of a generator. A name that was not found is undefined. */
export interface CodeView {
  operations: number;
  names: Record<'updatePartnerEntry' | 'PartnerEntry' | 'the service', string | undefined>;
  /** The comments that repeat how sure the contract is. */
  doubts: Generator['doubts'];
}

/** Sentences of descriptions that say how sure the contract is. */
const doubts = {
  operations: 'Inferred: only the group is documented (§1); name, method, path, parameters and responses are guessed.',
  fields: 'Known values: public, hidden; others may come.',
};

export function inspectCode(folder: string, { code, operations, types, field }: Generator): CodeView {
  const paths = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((file) => file.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(folder.length + 1))
    .filter((path) => new RegExp(`^(?:${code})$`).test(path));
  if (paths.length === 0) throw new Error(`Expected generated files with the path ${code}, found none in ${folder}.`);
  const text = paths.map((path) => `${path}\n${readFileSync(join(folder, path), 'utf8')}`).join('\n');
  const namesOf = (pattern: string): string[] => [
    ...new Set([...text.matchAll(new RegExp(pattern, 'gm'))].map(([, name = '']) => name)),
  ];
  const operationNames = operations === undefined ? [] : namesOf(operations);
  const findName = (names: readonly string[], name: string): string | undefined =>
    names.find((otherName) => otherName.replaceAll(/\W|_/g, '').toLowerCase() === name.toLowerCase());
  const words = text.replaceAll(/(?:\s|\/\/+|\*|#)+/g, ' ').replaceAll('\\u00A7', '§');
  return {
    operations: operationNames.length,
    names: {
      updatePartnerEntry: findName(operationNames, 'updatePartnerEntry'),
      PartnerEntry: findName(namesOf(types), 'PartnerEntry'),
      'the service': namesOf(field)[0],
    },
    doubts: (['operations', 'fields'] as const).filter((each) => words.includes(doubts[each])),
  };
}
