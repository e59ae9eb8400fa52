import { readFileSync, statSync } from 'node:fs';
import { refuseCircles } from '../../contract/circles.js';
import type { OpenApiDocument } from '../../contract/document.js';
import {
  following,
  readDocument,
  refuseKeywords,
  refuseOperations,
  tooLarge,
  wholePaths,
} from '../../contract/read-document.js';
import { bounded } from '../../system/bounded.js';
import { reasonOf } from '../../text/system-error.js';
import { UsageError } from '../../text/usage-error.js';
import { type CheckedContract, checkedContract } from '../model/contract.js';
import type { ContractPlace } from '../model/finding.js';
import { compiledJudge } from './compiled-judge.js';

/** The largest document, in bytes, and the time limit for reading and compiling it. */
const most = { bytes: 50_000_000, milliseconds: 10_000 };

/**
 * Reads an OpenAPI 3.1 document from a single file, YAML or JSON, and compiles its schemas.
 *
 * @param milliseconds time limit; 10 s by default
 * @throws UsageError with file and line if it is not such a document, or if it takes longer
 */
export function readContract(file: string, milliseconds = most.milliseconds): CheckedContract {
  const bytes = bytesOf(file);
  let now = '';
  const read = bounded(
    () =>
      contractOf(file, bytes, (what) => {
        now = what;
      }),
    { milliseconds },
  );
  if (read.stopped === undefined) return read.value;
  const why =
    read.stopped === 'time'
      ? `this contract could not be read within ${milliseconds / 1000} s`
      : 'reading this contract was stopped';
  throw new UsageError(
    `${file}: ${why}; the last step was ${now}. Use a smaller document: remove operations that you do not want to ` +
      'check, and components that only they use.',
  );
}

/** Which documents the check accepts. */
const expected = {
  what: 'contract',
  form: 'an OpenAPI 3.1 document',
  openapi: { pattern: /^3\.1\.\d+$/, example: 'a document with "openapi: 3.1.x"' },
  most: most.bytes,
};

/** @param begin called with the name of the next step */
function contractOf(file: string, bytes: Uint8Array, begin: (what: string) => void): CheckedContract {
  begin('the text of the file');
  const read = readDocument(file, bytes, expected);
  const place = (pointer: string): ContractPlace => ({ pointer, file, line: read.lineOf(pointer) });
  begin('its operations and references');
  return following(read, () => {
    refuseCircles(read.document, '/paths');
    const document = {
      ...read.document,
      info: { title: 'API', version: '0', ...(read.document['info'] as object | undefined) },
      components: read.document['components'] ?? {},
      paths: wholePaths(read.document),
    } as unknown as OpenApiDocument;
    refuseOperations(read.name, document);
    refuseKeywords(read, document);
    return checkedContract({
      document,
      file,
      judge: (whole, operations) => compiledJudge({ file, document: whole, place, begin }, operations),
      place,
    });
  });
}

function bytesOf(file: string): Uint8Array {
  let size: number;
  try {
    size = statSync(file).size;
    if (size <= most.bytes) return readFileSync(file);
  } catch (error) {
    throw new UsageError(`The contract ${file} cannot be read: ${reasonOf(error)}. Correct the path of --contract.`);
  }
  throw tooLarge(file, expected.what, size, most.bytes);
}
