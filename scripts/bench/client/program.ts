// Calls a server again and again, one call after another, with one client. Prints milliseconds per call as JSON.
//   <client> <file with what is called>
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

/** What `client.ts` writes for this program. */
export interface Given {
  method: 'GET' | 'PATCH';
  baseUrl: string;
  key: string;
  path: { directory_id: string; entry_id: string };
  body: object;
  /** How many calls; as many go before, to warm up the code. */
  calls: number;
  /** The repository, the folder with the peers, and the folder with our programs as they are published. */
  project: string;
  peers: string;
  programs: string;
}

export interface Called {
  milliseconds: number;
  /** Milliseconds of processor time of this process. */
  processor: number;
}

/** Makes one call, and returns the title of the entry that was read or updated. */
type Call = () => Promise<unknown>;

export type ClientName = keyof typeof clients;

const template = '/api/directory/private/v1alpha/directories/{directory_id}/entries/partners/{entry_id}/';
const addressOf = ({ baseUrl, path }: Given): string =>
  baseUrl + template.replace('{directory_id}', path.directory_id).replace('{entry_id}', path.entry_id);

const clients = {
  ours({ method, baseUrl, key, path, body, programs }: Given): Call {
    const { createDirectoryClient } = createRequire(join(programs, 'x'))(
      './index.cjs',
    ) as typeof import('../../index.js');
    const client = createDirectoryClient({ baseUrl, apiKey: key });
    return async () => {
      const result =
        method === 'GET' ? await client.getPartnerEntry({ path }) : await client.updatePartnerEntry({ path, body });
      return result.ok ? result.data.title : result.error;
    };
  },
  'openapi-fetch'({ method, baseUrl, key, path, body, project }: Given): Call {
    const { default: createClient } = createRequire(join(project, 'package.json'))(
      'openapi-fetch',
    ) as typeof import('openapi-fetch');
    const client = createClient<import('../../../generated/types.js').paths>({
      baseUrl,
      headers: { Authorization: key },
    });
    return async () => {
      const { data } =
        method === 'GET'
          ? await client.GET(template, { params: { path } })
          : await client.PATCH(template, { params: { path }, body });
      return data?.title;
    };
  },
  fetch(given: Given): Call {
    const { method, key, body } = given;
    const headers = { Authorization: key, 'Content-Type': 'application/json' };
    const address = addressOf(given);
    return async () => {
      const response = await fetch(address, {
        method,
        headers,
        ...(method === 'PATCH' && { body: JSON.stringify(body) }),
      });
      return ((await response.json()) as { title: unknown }).title;
    };
  },
  axios(given: Given): Call {
    const { method, key, body, peers } = given;
    const { default: axios } = createRequire(join(peers, 'x'))('axios') as {
      default: { create(options: object): { request(options: object): Promise<{ data: { title: unknown } }> } };
    };
    // Connections are kept, as fetch keeps them.
    const { Agent } = createRequire(join(peers, 'x'))('node:http') as typeof import('node:http');
    const client = axios.create({ headers: { Authorization: key }, httpAgent: new Agent({ keepAlive: true }) });
    const url = addressOf(given);
    return async () => {
      const { data } = await client.request({ method, url, ...(method === 'PATCH' && { data: body }) });
      return data.title;
    };
  },
};

const [name = '', file = ''] = process.argv.slice(2);
const given = JSON.parse(readFileSync(file, 'utf8')) as Given;
const call = clients[name as ClientName](given);
const title = await call();
if (typeof title !== 'string') throw new Error(`The call brought no entry: ${JSON.stringify(title)}`);
for (let count = 0; count < given.calls; count++) await call();

/** The median of parts, so that a pause of the machine does not count. */
const parts: number[] = [];
const size = Math.max(1, Math.floor(given.calls / 20));
const before = process.cpuUsage();
for (let part = 0; part < 20; part++) {
  const begun = performance.now();
  for (let count = 0; count < size; count++) await call();
  parts.push((performance.now() - begun) / size);
}
const { user, system } = process.cpuUsage(before);
const called: Called = {
  milliseconds: parts.sort((a, b) => a - b)[10] ?? NaN,
  processor: (user + system) / 1000 / (20 * size),
};
process.stdout.write(`${JSON.stringify(called)}\n`);
process.exit();
