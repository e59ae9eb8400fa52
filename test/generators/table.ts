import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeAllFiles } from '../../scripts/files/whole-file.js';
import { type Generator, titleOf } from './generator.js';
import { project, type Subject } from './subjects.js';
import type { Trial } from './try-generator.js';

/** The trials of a generator, one for each document. */
export interface Row {
  generator: Generator;
  trials: Record<Subject['name'], Trial>;
}

type Table = readonly (readonly string[])[];

const verbs = { generate: 'generates', import: 'imports', compile: 'compiles', run: 'runs' };

function resultOf({ done, misses }: Trial): string {
  const last = done.at(-1);
  return last === undefined ? 'fails' : `${misses.length > 0 ? 'only ' : ''}${verbs[last]}`;
}

const resultsTable = (rows: readonly Row[]): Table => [
  ['generator', 'language', 'operations', 'result', 'doubts'],
  ...rows.map(({ generator: { name, version, language }, trials: { published, taught } }) => {
    const { operations = 0, doubts = [] } = published.view ?? {};
    const results = new Set([resultOf(published), resultOf(taught)]);
    const places = doubts.length === 2 ? 'both' : (doubts[0] ?? 'neither');
    return [`${name} ${version}`, language, `${operations || '–'}`, [...results].join('; taught: '), places];
  }),
];

const wantedWords = ['updatePartnerEntry', 'PartnerEntry', 'the service'] as const;

const namesTable = (rows: readonly Row[]): Table => [
  ['generator', ...wantedWords],
  ...rows.map(({ generator, trials: { published } }) => [
    titleOf(generator),
    ...wantedWords.map((name) => published.view?.names[name] ?? '–'),
  ]),
];

function inColumns(table: Table): string {
  const widths = (table[0] ?? []).map((_, column) => Math.max(...table.map((row) => row[column]?.length ?? 0)));
  const lines = table.map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  '));
  return lines.map((line) => `${line.trimEnd()}\n`).join('');
}

/** Returns two tables for a terminal of 80 columns. */
export const printedTables = (rows: readonly Row[]): string =>
  `${inColumns(resultsTable(rows))}\n${inColumns(namesTable(rows))}`;

function markdown([head = [], ...rows]: Table): string {
  return [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |\n`).join('');
}

const guide = join(project, 'openapi/docs/generators.md');
/** The headings of the guide between which a run writes. */
const [results, columns] = ['## What works\n', '## What the columns say\n'];

/** Writes the tables into the guide. */
export function writeGuide(rows: readonly Row[]): void {
  const text = readFileSync(guide, 'utf8');
  const notes = rows.flatMap(({ generator: { name, note } }) => (note ? [`- **${name}** ${note}\n`] : []));
  const names = ['## What things are called\n', markdown(namesTable(rows))];
  const parts = [results, markdown(resultsTable(rows)), notes.join(''), ...names, ''].join('\n');
  const writtenText = text.slice(0, text.indexOf(results)) + parts + text.slice(text.indexOf(columns));
  writeAllFiles([{ path: guide, text: writtenText }]);
}
