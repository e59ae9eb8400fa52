// Calls a server many times with one client, one call after another. Prints the median milliseconds of a call.
// Arguments: <client> <file with the input, as JSON>
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

interface ClientInput {
  method: 'GET' | 'PATCH';
  baseUrl: string;
  key: string;
  path: { directory_id: string; entry_id: string };
  /** The number of measured calls. An equal number of earlier calls warms up the code. */
  callCount: number;
  /** The root folder of the repository; `programsFolder` has the bundled programs of this package. */
  project: string;
  programsFolder: string;
}

/** Makes one call, and returns the title of the entry that was read or updated. */
type Call = () => Promise<unknown>;

export type ClientName = keyof typeof clients;

const pathTemplate = '/api/directory/private/v1alpha/directories/{directory_id}/entries/partners/{entry_id}/';
const body = { headline: 'Another headline', featured: true };

const clients = {
  ours({ method, baseUrl, key, path, programsFolder }: ClientInput): Call {
    const { createDirectoryClient } = createRequire(join(programsFolder, 'x'))(
      './index.cjs',
    ) as typeof import('../../index.js');
    const client = createDirectoryClient({ baseUrl, apiKey: key });
    return async () => {
      const result =
        method === 'GET' ? await client.getPartnerEntry({ path }) : await client.updatePartnerEntry({ path, body });
      return result.ok ? result.data.title : result.error;
    };
  },
  'openapi-fetch'({ method, baseUrl, key, path, project }: ClientInput): Call {
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
          ? await client.GET(pathTemplate, { params: { path } })
          : await client.PATCH(pathTemplate, { params: { path }, body });
      return data?.title;
    };
  },
  fetch({ method, baseUrl, key, path }: ClientInput): Call {
    const headers = { Authorization: key, 'Content-Type': 'application/json' };
    const address =
      baseUrl + pathTemplate.replace('{directory_id}', path.directory_id).replace('{entry_id}', path.entry_id);
    const init = { method, headers, ...(method === 'PATCH' && { body: JSON.stringify(body) }) };
    return async () => ((await (await fetch(address, init)).json()) as { title: unknown }).title;
  },
};

const [name = '', file = ''] = process.argv.slice(2);
const input = JSON.parse(readFileSync(file, 'utf8')) as ClientInput;
const call = clients[name as ClientName](input);
const title = await call();
if (typeof title !== 'string')
  throw new Error(`Expected the call to return an entry with a title, found the title ${JSON.stringify(title)}.`);
for (let count = 0; count < input.callCount; count++) await call();

/** The mean call times of 20 groups. Their median is printed, so that a short pause has no effect. */
const groupTimes: number[] = [];
const size = Math.max(1, Math.floor(input.callCount / 20));
for (let group = 0; group < 20; group++) {
  const startTime = performance.now();
  for (let count = 0; count < size; count++) await call();
  groupTimes.push((performance.now() - startTime) / size);
}
process.stdout.write(`${groupTimes.sort((a, b) => a - b)[10]}\n`);
process.exit();
