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

const verbs = { generate: 'generates', compile: 'compiles', run: 'runs' };

/** The last step that succeeded with both documents, or what one of them missed. */
function reached({ trials: { published, taught } }: Row): string {
  const far = ({ done, misses }: Trial): string =>
    misses.length === 0 ? verbs[done.at(-1) ?? 'generate'] : `only ${verbs[done.at(-1) ?? 'generate']}`;
  return far(published) === far(taught) ? far(published) : `${far(published)}; taught: ${far(taught)}`;
}

function doubtsOf({ trials }: Row): string {
  const { operations = false, fields = false } = trials.published.view?.doubts ?? {};
  return operations && fields ? 'both' : operations ? 'operations' : fields ? 'fields' : 'neither';
}

const results = (rows: readonly Row[]): Table => [
  ['generator', 'language', 'operations', 'result', 'doubts'],
  ...rows.map((row) => {
    const { name, version, language } = row.generator;
    const count = row.trials.published.view?.operations || '–';
    return [`${name} ${version}`, language, String(count), reached(row), doubtsOf(row)];
  }),
];

const wanted = ['updatePartnerEntry', 'PartnerEntry', 'the service'] as const;

const names = (rows: readonly Row[], mark: (name: string) => string): Table => [
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
  return `${inColumns(results(rows))}\n\n${inColumns(names(rows, (name) => name))}\n`;
}

function markdown([head = [], ...rows]: Table): string {
  return [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |\n`).join('');
}

const guide = join(project, 'openapi/docs/generators.md');
const marks = ['<!-- npm run test:generators writes from here -->\n', '<!-- to here -->\n'] as const;

/** Writes the tables into the guide, between its two marks. */
export function writeGuide(rows: readonly Row[]): void {
  const [before = '', , after = ''] = readFileSync(guide, 'utf8').split(new RegExp(marks.join('|')));
  const notes = [
    ...new Set(rows.flatMap(({ generator: { name, note } }) => (note ? [`- **${name}**: ${note}\n`] : []))),
  ];
  const tables = [markdown(results(rows)), notes.join(''), markdown(names(rows, (name) => `\`${name}\``))];
  writeAllFiles([{ path: guide, text: [before, marks[0], '\n', tables.join('\n'), '\n', marks[1], after].join('') }]);
}
