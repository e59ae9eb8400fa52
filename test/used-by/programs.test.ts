import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { applyEdits, type Edit } from '../../scripts/bench/diff/edits.js';
import type { Node } from '../../scripts/contract/json.js';
import { diffContracts } from '../../scripts/diff/diff.js';
import { loadTeamCode, type TeamCode } from '../../scripts/used-by/team-code.js';
import type { Use } from '../../scripts/used-by/use.js';
import { type CodePlace, judgeUses, pathsOf, readPair, readUses } from '../../scripts/used-by/used-by.js';
import { yamlBeside } from '../yaml-beside.js';
import { teamFolder } from './team-folder.js';

type Verdict = 'touches' | 'may' | 'untouched';
type Program = (typeof programs)[number];
interface Row extends Partial<Record<Program, Verdict>> {
  name: string;
  edits: Edit[];
  /** The lines that name what changes. */
  at?: Partial<Record<Program, string[]>>;
}

const programs = ['sync', 'portal', 'finder'] as const;
const rows = ['changes', 'finder'].flatMap((name) => yamlBeside<Row[]>(import.meta.url, `programs/${name}.yaml`));
const rowsOf = (program: Program): Row[] => rows.filter((row) => row[program] !== undefined);
const contract = yamlBeside<Node>(import.meta.url, '../../generated/openapi.yaml');

/** Returns the verdict on a change, and the lines that it touches. */
function judge(uses: readonly Use[], code: TeamCode, edits: readonly Edit[]): { verdict: Verdict; lines: string[] } {
  const [before, after] = [JSON.stringify(contract), JSON.stringify(applyEdits(contract, edits))] as const;
  const [old, now] = [before, after].map((text) => new TextEncoder().encode(text)) as [Uint8Array, Uint8Array];
  const diff = diffContracts(before, after);
  const { touching, possible } = judgeUses(uses, code, diff, readPair(diff, { old, new: now }));
  const lineOf = ({ file, line }: CodePlace): string => `${file.replace('src/', '')}:${line}`;
  return {
    verdict: touching.length > 0 ? 'touches' : possible.length > 0 ? 'may' : 'untouched',
    lines: touching.flatMap(({ places }) => places.map(lineOf)),
  };
}

describe.each(programs)('the program %s, judged before the analyser saw it', { tags: 'slow' }, (program) => {
  let code: TeamCode;
  let uses: Use[];
  beforeAll(() => {
    code = loadTeamCode(['src/*.ts'], teamFolder(join(import.meta.dirname, 'programs', program)));
    uses = readUses(code, pathsOf(contract));
  });

  it('compiles', () => {
    const own = code.program.getSemanticDiagnostics().filter(({ file }) => file?.fileName.includes('/src/'));
    expect(own.map(({ messageText }) => messageText)).toEqual([]);
  });

  it.each(rowsOf(program))('judges $name as its author does', ({ edits, at, ...verdicts }) => {
    const { verdict, lines } = judge(uses, code, edits);
    expect(verdict).toBe(verdicts[program]);
    expect(lines).toEqual(expect.arrayContaining(at?.[program] ?? []));
  });
});

it('has 120 changes for two programs, and 55 for the third', () => {
  expect(programs.map((program) => rowsOf(program).length)).toEqual([120, 120, 55]);
});
