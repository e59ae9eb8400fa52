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

/** The last step that succeeded with both documents, or what one of them missed. */
function reached({ trials: { published, taught } }: Row): string {
  const far = ({ done, misses }: Trial): string =>
    misses.length === 0 ? verbs[done.at(-1) ?? 'generate'] : `only ${verbs[done.at(-1) ?? 'generate']}`;
  return far(published) === far(taught) ? far(published) : `${far(published)}; taught: ${far(taught)}`;
}

function doubtsOf({ trials }: Row): string {
  const { doubts = [] } = trials.published.view ?? {};
  return doubts.length === 2 ? 'both' : (doubts[0] ?? 'neither');
}

const resultsTable = (rows: readonly Row[]): Table => [
  ['generator', 'language', 'operations', 'result', 'doubts'],
  ...rows.map((row) => {
    const { name, version, language } = row.generator;
    const count = row.trials.published.view?.operations || '–';
    return [`${name} ${version}`, language, String(count), reached(row), doubtsOf(row)];
  }),
];

const wanted = ['updatePartnerEntry', 'PartnerEntry', 'the service'] as const;

const namesTable = (rows: readonly Row[], mark: (name: string) => string): Table => [
  ['generator', ...wanted.map(mark)],
  ...rows.map(({ generator, trials }) => [
    titleOf(generator),
    ...wanted.map((name) => {
      const found = trials.published.view?.names[name];
      return found === undefined ? '–' : mark(found);
    }),
  ]),
];

function inColumns(table: Table): string {
  const widths = (table[0] ?? []).map((_, column) => Math.max(...table.map((row) => row[column]?.length ?? 0)));
  return table
    .map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  '))
    .map((line) => line.trimEnd())
    .join('\n');
}

/** Returns two tables for a terminal of 80 columns. */
export function printedTables(rows: readonly Row[]): string {
  return `${inColumns(resultsTable(rows))}\n\n${inColumns(namesTable(rows, (name) => name))}\n`;
}

function markdown([head = [], ...rows]: Table): string {
  return [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |\n`).join('');
}

const guide = join(project, 'openapi/docs/generators.md');
/** The headings between which a run writes. */
const [results, columns] = ['## What works\n', '## What the columns say\n'];

/** Writes the tables into the guide. */
export function writeGuide(rows: readonly Row[]): void {
  const text = readFileSync(guide, 'utf8');
  const notes = [
    ...new Set(rows.flatMap(({ generator: { name, note } }) => (note ? [`- **${name}** ${note}\n`] : []))),
  ];
  const names = ['## What things are called\n', markdown(namesTable(rows, (name) => `\`${name}\``))];
  const parts = [results, markdown(resultsTable(rows)), notes.join(''), ...names, ''].join('\n');
  const written = text.slice(0, text.indexOf(results)) + parts + text.slice(text.indexOf(columns));
  writeAllFiles([{ path: guide, text: written }]);
}
