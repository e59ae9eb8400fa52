import type { WireFault } from '../../../scripts/sandbox/model/response.js';
import type { SandboxState } from '../../../scripts/sandbox/model/store.js';
import { yamlBeside } from '../../yaml-beside.js';
import type { Ask } from './ask.js';

const directory = '0fd4340a-c3c4-4d8b-815a-f5be26abedae';
const root = '/api/directory/private/v1alpha';
export const partners = `${root}/directories/${directory}/entries/partners`;

export const ids = {
  rich: 'c07ef43e-b5f0-44d8-8c75-5f49fec498c9',
  plain: 'bc16f299-cddb-46fc-92cc-d219074e316e',
  nobody: '9a4f0e3c-77c4-4b1e-8a0f-1d2c3b4a5968',
};
export const rich = `${partners}/${ids.rich}/`;
export const plain = `${partners}/${ids.plain}/`;

/** Names, with a dollar sign, that stand for these texts in the tables. */
const names: Readonly<Record<string, string>> = {
  ...ids,
  directory,
  root,
  partners,
  entry: rich,
  otherDirectory: 'bdbfdf19-b16a-4ec4-a7d7-7b9a918a0e5d',
  gold: 'bc4048fe-b64e-42ae-ba87-0578bd18e23a',
  silver: '0ff27477-252f-4672-b304-8071f2b2e146',
  filter: 'cbd1c79c-294c-450c-81b1-b4300c6faafd',
  third: '3d6cf6f0-4d7a-4b0e-9a53-6a2a0a8d8c11',
  review: 'c9d5f267-bbad-4c87-8a37-120534a6a65c',
  owner: '2c0b0f00-e879-4943-88cc-835e1b747563',
  made: '00000000-0000-852d-a306-d35544de7e5e',
  madeNext: '00000001-0000-81d9-a17a-6aae09eacbe6',
  long: 'x'.repeat(10_000),
  huge: 'x'.repeat(2_000_000),
};

const readTable = <T>(name: string): T => yamlBeside(import.meta.url, `${name}.yaml`, names);

export const state = readTable<SandboxState>('state');

type Step = string | [request: string, body?: unknown, headers?: Ask['headers']];

const scenes = Object.entries(readTable<Record<string, Step[]>>('scenes')).map(([scene, steps]) => {
  const asks = steps.flatMap((step): Ask[] => {
    const [request, body, headers = {}] = [step].flat() as Exclude<Step, string>;
    const [, times = '1', method = '', path = ''] = /^(?:(\d+) x )?(\w+) (\S+)$/.exec(request) ?? [];
    return Array<Ask>(Number(times)).fill({ method, path, headers, ...(body != null && { body }) });
  });
  return [scene, asks] as const;
});

export const allScenes = scenes.map(([scene]) => scene);

export function asksOf(scene: string): readonly Ask[] {
  const foundScene = scenes.find(([name]) => name === scene);
  if (!foundScene) throw new RangeError(`No scene has the name "${scene}".`);
  return foundScene[1];
}

export interface Difference {
  like?: string;
  status?: number;
  headers?: Record<string, string>;
  wire?: WireFault;
  json?: unknown;
  item?: unknown;
  text?: string;
  gzip?: boolean;
}

export interface Row {
  differs: string[] | { shows?: string; status?: string; gives?: string[]; not?: string[] };
  /** The differences of the responses, by scene. */
  wants: Record<string, (number | Difference)[]>;
}

type RowInFile = { differs?: Row['differs'] | string[][]; entry?: Record<string, unknown> } & Record<string, unknown>;

function rowOf({ differs, entry, ...scenes }: RowInFile): Row {
  const wants = scenes as Row['wants'];
  if (entry) {
    for (const scene of ['reads an entry', 'updates the title']) wants[scene] = [{ json: entry }];
    wants['lists partner entries'] = [{ item: entry }];
  }
  const [field] = Object.keys(entry ?? wants);
  const usual = entry ? { shows: `"${field}":` } : Object.keys(wants);
  return { differs: Array.isArray(differs) ? differs.flat() : (differs ?? usual), wants };
}

/** The rows of each section, by the name of the server. */
export const sections = Object.entries(readTable<Record<string, Record<string, RowInFile>>>('rows')).map(
  ([section, rows]) => [section, Object.entries(rows).map(([name, row]) => [name, rowOf(row)] as const)] as const,
);
