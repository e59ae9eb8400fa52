import { contract as ownDocument } from '../../../../generated/contract.js';
import { digestOf } from '../../../answers/answers.js';
import { type TaughtOwnContract, teachOwnContract } from '../../../answers/own-contract.js';
import type { OpenApiDocument } from '../../../contract/document.js';
import { eachOperation } from '../../../contract/operations.js';
import { compileStoppablePattern, isLinearPattern } from '../../../contract/pattern.js';
import { toPointer } from '../../../contract/pointer.js';
import type { Schema } from '../../../contract/schema.js';
import { nodesOf } from '../../../contract/walk.js';
import { type CheckedContract, createContract } from '../../model/contract/contract.js';
import type { AnswersReport, ContractPlace } from '../../model/finding.js';
import { findOwnPlace } from './own-contract.js';

/**
 * Returns the contract of this package, with the answers in a file applied.
 *
 * @param sourceWithAnswers the answers, and the document that they were applied to, if the file was already read
 * @throws UsageError with file, line and column for a mistake in the file
 */
export function readContractWithAnswers(file: string, sourceWithAnswers = teachOwnContract(file)): CheckedContract {
  const contract = createContract({
    document: sourceWithAnswers.document,
    answers: toAnswersReport(sourceWithAnswers, file),
    pattern: (text) => compileStoppablePattern(text, sourceWithAnswers.placeOfPattern),
    hasUnknownPatterns: hasUnknownPatterns(sourceWithAnswers.document),
    placeOf: (pointer) => placeIn(sourceWithAnswers, pointer, (question) => contract.answeredBy(question)),
  });
  return contract;
}

/** Whether answers have added a pattern that may be slow. A test proves that the contract's own patterns are quick. */
function hasUnknownPatterns(document: OpenApiDocument): boolean {
  return patternsIn(document).some((pattern) => !knownPatterns.has(pattern) && !isLinearPattern(pattern));
}

const knownPatterns: ReadonlySet<string> = new Set(patternsIn(ownDocument));

function patternsIn(document: OpenApiDocument): string[] {
  return nodesOf(document, 'schema').flatMap(({ value: { pattern, patternProperties } }) => [
    ...(typeof pattern === 'string' ? [pattern] : []),
    ...Object.keys(patternProperties ?? {}),
  ]);
}

/** Returns the place of a part: in the file of the answer or overlay that set it, else in the contract. */
function placeIn(
  { origins, answers }: TaughtOwnContract,
  pointer: string,
  answeredBy: CheckedContract['answeredBy'],
): ContractPlace {
  const { question, correction } = origins.of(pointer) ?? {};
  if (question !== undefined) {
    const location = parsePlace(answers.placeOf(toPointer(['answers', question])));
    return { pointer, ...location, answered: answeredBy(question) };
  }
  if (correction) return { pointer, ...parsePlace(correction.placeOf('/actions')), corrected: correction.file };
  return findOwnPlace(pointer);
}

/** Splits a place such as `answers.yaml:3:5` into its file and its line. */
function parsePlace(location: string): Pick<ContractPlace, 'file' | 'line'> {
  const [, file = location, line = 1] = /^(.*):(\d+):\d+$/s.exec(location) ?? [];
  return { file, line: Number(line) };
}

function toAnswersReport({ answers, document }: TaughtOwnContract, file: string): AnswersReport {
  const overlays = answers.corrections.map((correction) => correction.file);
  const operations = [...eachOperation(document)].filter(({ operation }) => operation['x-provenance']?.corrected);
  const schemas = Object.entries((document.components['schemas'] ?? {}) as Record<string, Schema>);
  const correctedParts = {
    overlays,
    operations: operations.map(({ id }) => id),
    schemas: schemas.filter(([, schema]) => schema['x-provenance']?.corrected).map(([name]) => name),
  };
  return {
    file,
    sha256: digestOf(answers),
    questions: Object.keys(answers.answers).length,
    ...(overlays.length > 0 && { corrected: correctedParts }),
  };
}
