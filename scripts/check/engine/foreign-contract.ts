import { readFileSync, statSync } from 'node:fs';
import { refuseCircles } from '../../contract/circles.js';
import type { OpenApiDocument } from '../../contract/document.js';
import { following, readDocument, refuseOperations, tooLarge, wholePaths } from '../../contract/read-document.js';
import { bounded } from '../../system/bounded.js';
import { UsageError } from '../../text/usage-error.js';
import { type CheckedContract, checkedContract } from '../model/contract.js';
import type { ContractPlace } from '../model/finding.js';
import { compiledJudge } from './compiled-judge.js';

/** Bytes of a document, and milliseconds for all that is done with it before the first request. */
const most = { bytes: 50_000_000, milliseconds: 10_000 };

/**
 * Reads any OpenAPI 3.1 document that stands in one file, YAML or JSON, and compiles its schemas.
 *
 * @param milliseconds that this may take; 10 s by default
 * @throws UsageError with file and line for what is no such document, and for one that takes longer
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
    `${file}: ${why}; the time went into ${now}. Name a smaller document: leave out operations that are not to ` +
      'be checked, and what they alone refer to.',
  );
}

/** What the check takes. */
const expected = {
  what: 'contract',
  form: 'an OpenAPI 3.1 document',
  openapi: { pattern: /^3\.1\.\d+$/, example: 'a document with "openapi: 3.1.x"' },
  most: most.bytes,
};

/** @param begin is told what is done next */
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
    throw new UsageError(
      `The contract ${file} cannot be read: ${(error as Error).message}. Check the path of --contract.`,
    );
  }
  throw tooLarge(file, expected.what, size, most.bytes);
}
