import { createValueJudge } from '../../check/engine/runners/judge-value.js';
import { withoutKey } from '../../check/transport/key.js';
import { parsePointer } from '../../contract/pointer.js';
import { readJsonFile } from '../../files/json-file.js';
import { wrapWithLabel } from '../../text/columns.js';
import { sanitizeLine, sanitizeSentence, toSafeJson } from '../../text/escape.js';
import { exitCodes } from '../../text/exit-codes.js';
import { createLocator } from '../../text/json-place.js';
import { formatCount } from '../../text/numbers.js';
import { FileMistake } from '../../text/usage-error.js';
import { type AnswersFlags, answersFileOf } from '../answers-file.js';
import { ContentJudge, type ContentVerdict } from './content-judge.js';
import { findFiles } from './find-files.js';

export interface ValidateFlags extends AnswersFlags {
  as?: string;
  json?: boolean;
}

interface FileVerdict extends Omit<ContentVerdict, 'problems'> {
  file: string;
  problems: { line: number; column: number; pointer: string; rule: string; message: string }[];
}

/** Maximum size in bytes of a file. */
const maxBytes = 10_000_000;

/**
 * `directory-contract validate`: compares JSON files with the schemas of the contract.
 *
 * @returns the exit code: 0, or 1 if a file has a problem
 * @throws UsageError if a file cannot be found or read, or if `--as` names nothing in the contract
 */
export function runValidate(
  sources: readonly string[],
  { as, json = false, ...flags }: ValidateFlags,
  output: Pick<NodeJS.WriteStream, 'write'> & Partial<Pick<NodeJS.WriteStream, 'columns'>> = process.stdout,
): number {
  const judge = new ContentJudge(createValueJudge(answersFileOf(flags)));
  const name = as === undefined ? undefined : judge.nameOf(as);
  const files = findFiles(sources).map((file) => judgeFile(judge, file, name));
  const problemCount = files.reduce((sum, { problems }) => sum + problems.length, 0);
  const text = json
    ? toSafeJson({ format: 1, files, problemCount })
    : [
        ...files.flatMap((verdict) => problemLines(verdict, output.columns ?? 80)),
        `${formatCount(files.length, 'file')}, ${formatCount(problemCount, 'problem')}.`,
      ].join('\n');
  output.write(withoutKey(`${text}\n`));
  return problemCount === 0 ? exitCodes.done : exitCodes.violated;
}

function judgeFile(judge: ContentJudge, file: string, name: string | undefined): FileVerdict {
  try {
    const { text, value } = readJsonFile(file, 'a fixture', maxBytes);
    const { problems, ...verdict } = judge.judge(value, name ?? judge.nameIn(file), name !== undefined);
    const placeOf = createLocator(text);
    return {
      file,
      ...verdict,
      problems: problems.map((problem) => ({ ...placeOf(parsePointer(problem.pointer)), ...problem })),
    };
  } catch (error) {
    const [, line, column, message] =
      (error instanceof FileMistake && /^:(\d+):(\d+): (.*)$/s.exec(error.message.slice(sanitizeLine(file).length))) ||
      [];
    // Any other error is about the file itself, and not about the JSON in it.
    if (message === undefined) throw error;
    const place = { line: Number(line), column: Number(column), pointer: '' };
    return { file, problems: [{ ...place, rule: 'body.not-json', message }] };
  }
}

function problemLines({ file, schema, isGuess, problems }: FileVerdict, width: number): string[] {
  const schemaText = schema === undefined ? '' : `  ${schema}${isGuess ? ' (guessed)' : ''}`;
  return problems.flatMap(({ line, column, pointer, message }) => [
    `${sanitizeLine(file)}:${line}:${column}${schemaText}  ${sanitizeLine(pointer)}`.trimEnd(),
    ...wrapWithLabel('  ', sanitizeSentence(message), width),
    '',
  ]);
}
