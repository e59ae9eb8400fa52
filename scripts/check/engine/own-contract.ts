import { readFileSync } from 'node:fs';
import { answers, refusals, requests } from '../../../generated/body-validators.js';
import { contract } from '../../../generated/contract.js';
import type { BodyValidators, ValidateBody } from '../../contract/body-compiler.js';
import { generatedFile } from '../../generated-file.js';
import { type BodyJudge, type CheckedContract, checkedContract, type SchemaError } from '../model/contract.js';
import type { ContractPlace } from '../model/finding.js';

/** The contract of this package, with the schemas that the build compiled. */
export function ownContract(): CheckedContract {
  const judge = judgeWith({ requests, answers, refusals });
  return checkedContract({ document: contract, judge: () => judge, place: placeInSource });
}

/** Judges bodies by functions for each operation. */
export function judgeWith({ requests, answers, refusals }: BodyValidators): BodyJudge {
  return {
    request: ({ id }, value) => errorsOf(requests[id], value),
    answer: ({ id }, status, value) => errorsOf(status.startsWith('2') ? answers[id] : refusals[id]?.[status], value),
  };
}

function errorsOf(validate: ValidateBody | undefined, value: unknown): readonly SchemaError[] {
  return !validate || validate(value) ? [] : (validate.errors ?? []);
}

type SourceMap = { files: string[]; pointers: Record<string, [file: number, line: number, column: number]> };
let sources: SourceMap | undefined;

/** Reads the source map late, since it is large and most runs do not need it. */
/** The place in `openapi/` of a JSON pointer, or of the nearest place above it that is there. */
export function placeInSource(pointer: string): ContractPlace {
  sources ??= JSON.parse(readFileSync(generatedFile('source-map.json'), 'utf8')) as SourceMap;
  for (let at = pointer; at !== ''; at = at.slice(0, at.lastIndexOf('/'))) {
    const place = sources.pointers[at];
    const file = place && sources.files[place[0]];
    if (place && file) return { pointer, file, line: place[1] };
  }
  return { pointer };
}
