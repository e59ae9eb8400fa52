import { Pool } from 'undici';

/** A request in an HTTP archive whose bodies are base64. */
export interface Recorded {
  request: { method: string; url: string; headers: { name: string; value: string }[]; postData?: { text: string } };
}

export interface Replayed {
  method: string;
  status: number;
  headers: NodeJS.Dict<unknown>;
}

/** What a connection says for itself. */
const ofConnection = /^(?:content-length|connection|host|accept-encoding|transfer-encoding)$/i;
const patience = 2000;

/** Sends recorded requests to another server, one after another, and tells which of them got no response. */
export async function replayed(
  url: string,
  entries: readonly Recorded[],
  left: ReadonlySet<number> = new Set(),
): Promise<{ responses: Replayed[]; silent: Set<number> }> {
  const pool = new Pool(url, { connections: 1, headersTimeout: patience, bodyTimeout: patience });
  const responses: Replayed[] = [];
  const silent = new Set<number>();
  for (const [index, { request }] of entries.entries()) {
    if (left.has(index)) continue;
    const { method, url: target, headers, postData } = request;
    try {
      const {
        statusCode,
        headers: sent,
        body,
      } = await pool.request({
        method: method as 'GET',
        path: target.replace(/^https?:\/\/[^/]+/, ''),
        headers: headers.filter(({ name }) => !ofConnection.test(name)).flatMap(({ name, value }) => [name, value]),
        body: postData === undefined ? null : Buffer.from(postData.text, 'base64'),
      });
      await body.dump();
      responses.push({ method, status: statusCode, headers: sent });
    } catch {
      silent.add(index);
    }
  }
  await pool.destroy();
  return { responses, silent };
}
