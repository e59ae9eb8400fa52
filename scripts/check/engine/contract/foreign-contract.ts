import { statSync } from 'node:fs';
import type { OpenApiDocument } from '../../../contract/document.js';
import { refuseCircles } from '../../../contract/foreign/circles.js';
import { readAnyVersion } from '../../../contract/foreign/read-any-version.js';
import { Repairs } from '../../../contract/foreign/repairs.js';
import { pagingMistakes } from '../../../contract/paging/mistakes.js';
import { patternOf, watched } from '../../../contract/pattern.js';
import { toPointer } from '../../../contract/pointer.js';
import { prefixMistakes } from '../../../contract/prefix-mistakes.js';
import { following, refuseOperations, tooLarge } from '../../../contract/read-document.js';
import { serverPaths } from '../../../contract/servers.js';
import { bytesUpTo } from '../../../files/line-file.js';
import { bounded } from '../../../system/bounded.js';
import { sentence, visible, whole } from '../../../text/escape.js';
import { reasonOf } from '../../../text/system-error.js';
import { UsageError } from '../../../text/usage-error.js';
import { type CheckedContract, checkedContract } from '../../model/contract/contract.js';
import type { ContractPlace } from '../../model/finding.js';
import { isAddress } from '../../model/options.js';
import { refuseKey } from '../../transport/key.js';

/** The largest document, in bytes, and the time limit for reading it. */
const most = { bytes: 50_000_000, milliseconds: 10_000 };

/**
 * Reads an OpenAPI document from a file, or from an address that the user has typed.
 *
 * @throws UsageError if it cannot be fetched, or as `readContract` does
 */
export async function readSource(source: string): Promise<CheckedContract> {
  if (!isAddress(source)) return readContract(source);
  return contractIn(source, await fetchedContract(source, most.bytes));
}

/**
 * Reads an OpenAPI document of any version from a single file, YAML or JSON.
 *
 * @param milliseconds time limit; 10 s by default
 * @throws UsageError with file and line if it is not such a document, or if it takes longer
 */
export function readContract(file: string, milliseconds = most.milliseconds): CheckedContract {
  return contractIn(file, bytesOf(file), milliseconds);
}

function contractIn(source: string, bytes: Uint8Array, milliseconds = most.milliseconds): CheckedContract {
  let now = '';
  const read = bounded(
    () =>
      contractOf(source, bytes, (what) => {
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
    `${visible(source)}: ${why}; the last step was ${now}. Use a smaller document: remove operations that you do not ` +
      'want to check, and components that only they use. JSON is read much faster than YAML.',
  );
}

/** @param begin called with the name of the next step */
function contractOf(file: string, bytes: Uint8Array, begin: (what: string) => void): CheckedContract {
  begin('the text of the file');
  const read = readAnyVersion(file, bytes, most.bytes, begin);
  const place = (pointer: string): ContractPlace => ({ pointer, file, line: read.lineOf(pointer) });
  begin('its operations and references');
  return following(read, () => {
    refuseCircles(read.document);
    const document = {
      ...read.document,
      components: read.document['components'] ?? {},
    } as unknown as OpenApiDocument;
    refuseOperations(read.name, document);
    const [mistake] = [...pagingMistakes(document), ...prefixMistakes(document)];
    if (mistake)
      throw new UsageError(`${read.name}:${read.lineOf(toPointer(mistake.path))}: ${sentence(mistake.message)}`);
    const contract = checkedContract({
      document,
      file,
      servers: serverPaths(document, isAddress(file) ? file : undefined),
      // Patterns for other languages may have escapes that the flag `u` forbids, such as `\-` and `\@`.
      pattern: (text) => watched(patternOf(text) ?? new RegExp(text)),
      place,
    });
    const repairs = new Repairs();
    for (const { name, pointer, isUnfit } of contract.operations.flatMap(({ parameters }) => parameters))
      if (isUnfit) repairs.add('example', pointer, visible(name));
    const unfit = repairs.sentences((pointer) => `${read.name}:${read.lineOf(pointer)}`);
    return { ...contract, notes: [...read.notes, ...unfit] };
  });
}

function bytesOf(file: string): Uint8Array {
  let size: number;
  try {
    ({ size } = statSync(file));
    const bytes = size > most.bytes ? undefined : bytesUpTo(file, most.bytes);
    if (bytes) return bytes;
  } catch (error) {
    throw new UsageError(
      `The contract ${whole(file)} cannot be read: ${reasonOf(error)}. Correct the path of --contract.`,
    );
  }
  throw tooLarge(file, 'contract', size, most.bytes);
}

/** Milliseconds for the whole download. */
const patience = 30_000;

/**
 * Downloads a contract from an address that the user has typed, without the key, without any other header that says who
 * asks, and without following redirects.
 *
 * @param most the largest size in bytes, after decoding
 * @throws UsageError if the address is none or contains the key, or if no whole document comes from it in time
 */
export async function fetchedContract(address: string, most: number, milliseconds = patience): Promise<Uint8Array> {
  refuseKey(address, 'the address of the contract');
  const shown = visible(address);
  const fail = (why: string): UsageError => new UsageError(`The contract ${shown} cannot be fetched: ${why}`);
  if (!URL.canParse(address)) throw fail('that is not a URL. Correct the address.');
  const { username, password } = new URL(address);
  if (username !== '' || password !== '')
    throw fail('it contains a user. Download the document, and use its file, if the address needs a password.');
  const signal = AbortSignal.timeout(milliseconds);
  try {
    const response = await fetch(address, { redirect: 'manual', credentials: 'omit', signal });
    const { status } = response;
    if (status >= 300 && status < 400) {
      const target = visible(response.headers.get('location') ?? 'nowhere');
      throw fail(`it redirects to ${target}, and redirects are not followed. Use the final address.`);
    }
    if (status !== 200) throw fail(`the server responded with status ${status}, expected 200. Correct the address.`);
    return await wholeBody(response, most, () => fail(`it is larger than ${most / 1e6} MB.`));
  } catch (error) {
    if (error instanceof UsageError) throw error;
    if (signal.aborted) throw fail(`the server did not send it within ${milliseconds / 1000} s.`);
    // fetch says only that it failed, and its cause says why.
    const { cause = error } = error as Error;
    throw fail(`${visible(reasonOf(cause))}. Correct the address, or download the document and use its file.`);
  }
}

async function wholeBody({ body }: Response, most: number, refusal: () => UsageError): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let length = 0;
  const reader = body?.getReader();
  for (let read = await reader?.read(); read?.value; read = await reader?.read()) {
    length += read.value.length;
    if (length > most) throw refusal();
    parts.push(read.value);
  }
  return Buffer.concat(parts);
}
