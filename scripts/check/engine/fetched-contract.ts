import { visible } from '../../text/escape.js';
import { reasonOf } from '../../text/system-error.js';
import { UsageError } from '../../text/usage-error.js';
import { refuseKey } from '../transport/key.js';

/** Whether the source of a contract is an address, not a file. */
export function isAddress(source: string): boolean {
  return /^https?:\/\//i.test(source);
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

async function wholeBody({ body }: Response, most: number, tooLarge: () => UsageError): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let length = 0;
  const reader = body?.getReader();
  for (let read = await reader?.read(); read?.value; read = await reader?.read()) {
    length += read.value.length;
    if (length > most) throw tooLarge();
    parts.push(read.value);
  }
  return Buffer.concat(parts);
}
