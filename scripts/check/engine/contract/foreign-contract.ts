import { statSync } from 'node:fs';
import type { OpenApiDocument } from '../../../contract/document.js';
import { envelopeMistakes } from '../../../contract/envelope-mistakes.js';
import { refuseCycles } from '../../../contract/foreign/cycles.js';
import { readDocumentOfAnyVersion } from '../../../contract/foreign/read-any-version.js';
import { Repairs } from '../../../contract/foreign/repairs.js';
import { pagingMistakes } from '../../../contract/paging/mistakes.js';
import { patternOf, watchPattern } from '../../../contract/pattern.js';
import { toPointer } from '../../../contract/pointer.js';
import { prefixMistakes } from '../../../contract/prefix-mistakes.js';
import { checkOperations, sizeError, withLineErrors } from '../../../contract/read-document.js';
import { findServerPaths } from '../../../contract/servers.js';
import { readUpTo } from '../../../files/line-file.js';
import { runBounded } from '../../../system/time-limit.js';
import { sanitize, sanitizeLine, sanitizeSentence } from '../../../text/escape.js';
import { reasonOf } from '../../../text/system-error.js';
import { UsageError } from '../../../text/usage-error.js';
import { type CheckedContract, createContract } from '../../model/contract/contract.js';
import { headerOf } from '../../model/exchange.js';
import type { ContractPlace } from '../../model/finding.js';
import { isAddress } from '../../model/options.js';
import { refuseTextWithKey } from '../../transport/key.js';
import type { NetworkOptions } from '../../transport/network.js';

/** Maximum size of a document in bytes, and the time limit for reading it. */
const limits = { bytes: 50_000_000, milliseconds: 10_000 };

/** Reads a contract from a file, or from an address that the user typed. @throws UsageError if that is impossible */
export async function loadContract(source: string, network: NetworkOptions = {}): Promise<CheckedContract> {
  if (!isAddress(source)) return readContract(source);
  return parseContract(source, await fetchContract(source, limits.bytes, network));
}

/**
 * Reads an OpenAPI document of any version from a single file, YAML or JSON.
 *
 * @param milliseconds time limit; 10 s by default
 * @throws UsageError with file and line if the file is not such a document, or if reading takes longer
 */
export function readContract(file: string, milliseconds = limits.milliseconds): CheckedContract {
  return parseContract(file, readBytes(file), milliseconds);
}

function parseContract(source: string, bytes: Uint8Array, milliseconds = limits.milliseconds): CheckedContract {
  let step = '';
  const result = runBounded(
    () =>
      buildContract(source, bytes, (stepName) => {
        step = stepName;
      }),
    { milliseconds },
  );
  if (result.stoppedBy === undefined) return result.value;
  const reason =
    result.stoppedBy === 'time'
      ? `this contract could not be read within ${milliseconds / 1000} s`
      : 'reading this contract was stopped';
  throw new UsageError(
    `${sanitize(source)}: ${reason}; reading stopped at ${step}. Use a smaller document: remove operations that you ` +
      'do not want to check, and components that only they use. JSON is read much faster than YAML.',
  );
}

/** @param begin called with the name of the next step */
function buildContract(file: string, bytes: Uint8Array, begin: (nextStep: string) => void): CheckedContract {
  begin('the text of the file');
  const source = readDocumentOfAnyVersion(file, bytes, limits.bytes, begin);
  const place = (pointer: string): ContractPlace => ({ pointer, file, line: source.lineOf(pointer) });
  begin('its operations and references');
  return withLineErrors(source, () => {
    refuseCycles(source.document);
    const components = source.document['components'] ?? {};
    const document = { ...source.document, components } as unknown as OpenApiDocument;
    checkOperations(source.name, document);
    const [mistake] = [...pagingMistakes(document), ...envelopeMistakes(document), ...prefixMistakes(document)];
    if (mistake)
      throw new UsageError(
        `${source.name}:${source.lineOf(toPointer(mistake.path))}: ${sanitizeSentence(mistake.message)}`,
      );
    const contract = createContract({
      document,
      file,
      servers: findServerPaths(document, isAddress(file) ? file : undefined),
      // Patterns written for other languages may have escapes that the flag `u` forbids, such as `\-` and `\@`.
      pattern: (text) => watchPattern(patternOf(text) ?? new RegExp(text)),
      placeOf: place,
    });
    const repairs = new Repairs();
    for (const { name, pointer, hasBadExample } of contract.operations.flatMap(({ parameters }) => parameters))
      if (hasBadExample) repairs.add('example', pointer, sanitize(name));
    const exampleNotes = repairs.sentences((pointer) => `${source.name}:${source.lineOf(pointer)}`);
    return { ...contract, notes: [...source.notes, ...exampleNotes] };
  });
}

function readBytes(file: string): Uint8Array {
  let size: number;
  try {
    ({ size } = statSync(file));
    const bytes = size > limits.bytes ? undefined : readUpTo(file, limits.bytes);
    if (bytes) return bytes;
  } catch (error) {
    throw new UsageError(
      `The contract ${sanitizeLine(file)} cannot be read: ${reasonOf(error)}. Correct the path of --contract.`,
    );
  }
  throw sizeError(file, 'contract', size, limits.bytes);
}

/** Time limit of the whole download, in milliseconds. */
const downloadTimeout = 30_000;

/**
 * Downloads a contract from an address that the user has typed. Sends neither the key nor the client's certificate, nor
 * any header that identifies the user, and follows no redirects.
 *
 * @param maxBytes maximum size in bytes, after decoding
 * @throws UsageError if the address is not a URL or contains the key, or if no complete document arrives in time
 */
export async function fetchContract(
  address: string,
  maxBytes: number,
  { proxy, ca }: NetworkOptions = {},
  timeout = downloadTimeout,
): Promise<Uint8Array> {
  refuseTextWithKey(address, 'the address of the contract');
  const safeAddress = sanitize(address);
  const toError = (why: string): UsageError => new UsageError(`The contract ${safeAddress} cannot be fetched: ${why}`);
  if (!URL.canParse(address)) throw toError('the address is not a URL. Correct it.');
  const url = new URL(address);
  if (url.username !== '' || url.password !== '')
    throw toError(
      'the address contains a user name or a password. Remove them. If the server requires them, download the ' +
        'document, and use the downloaded file.',
    );
  // The module is imported only when needed, since undici loads slowly.
  const { Connection } = await import('../../transport/connection.js');
  const { Network } = await import('../../transport/network.js');
  const network = new Network(url, { ...(proxy !== undefined && { proxy }), ...(ca !== undefined && { ca }) });
  const connectionOptions = { timeout, decodedSizeLimit: maxBytes, onLeftoverBytes: () => undefined };
  const connection = new Connection({ origin: new URL(url.origin), network, ...connectionOptions });
  const headers = ['accept', '*/*', 'accept-encoding', 'gzip, deflate, br'];
  const { response, failure } = await connection.attempt({ method: 'GET', path: url.pathname + url.search, headers });
  await connection.destroy();
  if (failure?.code === 'transport.too-large')
    throw toError(`it is larger than ${maxBytes / 1e6} MB. Use a smaller document.`);
  if (failure?.code === 'transport.timeout')
    throw toError(`the server did not send it within ${timeout / 1000} s. Try again, or use a downloaded file.`);
  if (!response) throw toError(`${failure?.message ?? ''} Or download the document, and use the downloaded file.`);
  const { status } = response;
  if (status >= 300 && status < 400) {
    const target = sanitize(headerOf(response, 'location') ?? 'nowhere');
    throw toError(`it redirects to ${target}, and redirects are not followed. Use the final address.`);
  }
  if (status !== 200) throw toError(`the server responded with status ${status}, expected 200. Correct the address.`);
  return response.bytes;
}
