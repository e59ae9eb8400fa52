import type { CheckOptions } from '../../scripts/check/model/options.js';
import type { CheckReport } from '../../scripts/check/model/report/report.js';
import type { JsonObject } from './service/contract.js';
import { documentOf, listOf, type OperationRow, object, text } from './service/document.js';
import { checkDocument, pathOf } from './service/resources.js';

/** An operation. `list` and `create` are GET and POST of a list; `show` and `act` are any other GET and POST. */
export type Row = readonly [
  kind: 'list' | 'show' | 'create' | 'act' | 'patch' | 'put' | 'delete',
  path: string,
  operationId: string,
  tag?: string,
];

/** The initial resources of a service, and the effects of some writes. */
export interface OfficeState {
  /** Paths of the initial resources. */
  there?: string[];
  /** Paths, below that of a new resource, that come into being with it. */
  childPaths?: string[];
  /** The only values that some parameters accept. */
  parameterValues?: Record<string, string[]>;
  /** A write that is always refused. */
  refusedWrite?: string;
  /** The last write that is accepted, because it makes the key invalid. */
  lastWrite?: string;
}

const methods = { list: 'GET', show: 'GET', create: 'POST', act: 'POST', patch: 'PATCH', put: 'PUT', delete: 'DELETE' };
const item = object({ id: text, title: text });
const takes = object({ title: text });

const forms: Readonly<Record<Row[0], OperationRow>> = {
  list: { shows: listOf(item) },
  show: { shows: item },
  create: { takes, status: 201, shows: item },
  act: { takes, shows: item },
  patch: { takes, shows: item },
  put: { takes, shows: item },
  delete: {},
};

function documentFor(rows: readonly Row[], closed: OfficeState['parameterValues'] = {}): object {
  const operations = rows.map(([kind, path, id, tag]) => {
    const more: JsonObject = tag === undefined ? {} : { tags: [tag] };
    return [`${methods[kind]} ${path} ${id}`, { ...forms[kind], more }] as const;
  });
  const parameters = Object.entries(closed).map(([name, values]) => [name, { ...text, enum: values }] as const);
  return documentOf({
    title: 'Office',
    key: 'X-Key',
    refusals: [400, 401, 404],
    parameters: Object.fromEntries(parameters),
    operations: Object.fromEntries(operations),
  });
}

const named = (path: string): JsonObject => ({ id: path.slice(path.lastIndexOf('/') + 1), title: 'Old' });

/** Checks a service of these operations. A path without an id always exists. */
export async function checkOffice(
  rows: readonly Row[],
  { state = {}, ...options }: Partial<CheckOptions> & { state?: OfficeState },
): Promise<{ report: CheckReport; acceptedLines: readonly string[] }> {
  const { there = [], childPaths = [], parameterValues, refusedWrite, lastWrite } = state;
  const acceptedValues: string[] = [];
  let isKeyValid = true;
  const { report } = await checkDocument(
    documentFor(rows, parameterValues),
    {
      resources: Object.fromEntries(there.map((path) => [path, named(path)])),
      change: (base, resources) => ({
        key: (call) => (isKeyValid ? base.key(call) : base.refuse(call, 401, 'The key is not valid any more.')),
        act(call) {
          const { method, target } = call;
          const line = `${method} ${target.split('?')[0]}`;
          if (line === refusedWrite) return base.refuse(call, 409, 'No.');
          if (method === 'GET' || method === 'HEAD') return base.act(call);
          acceptedValues.push(line);
          isKeyValid &&= line !== lastWrite;
          return base.act(call);
        },
        show: (_, resource) => ({ id: 'only', title: 'Old', ...resource }),
        create(call) {
          const resource = base.create(call);
          for (const path of childPaths) resources.set(`${pathOf(call)}/${String(resource['id'])}${path}`, named(path));
          return resource;
        },
      }),
    },
    options,
  );
  return { report, acceptedLines: acceptedValues };
}
