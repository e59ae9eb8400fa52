import { contractVersion } from '../../../generated/operation-table.js';
import { initialStateOf, ownContract } from '../../../scripts/sandbox/sandbox.js';
import { sampleReport } from '../../check/reports/sample.js';
import { yamlBeside } from '../../yaml-beside.js';

/** A kind of file that somebody else may have written. */
export interface InputFile {
  name: string;
  /** A valid file of this kind. */
  value: unknown;
  /** The text of the file; JSON by default. */
  text?(value: unknown): string;
  /** Command lines that read the file, by name. */
  commands: Readonly<Record<string, (path: string) => readonly string[]>>;
}

const directory = '0fd4340a-c3c4-4d8b-815a-f5be26abedae';
const url = `http://127.0.0.1:4020/api/directory/private/v1alpha/directories/${directory}/`;

/** A recording of one read whose response has this body. */
export function recording(body: unknown): object {
  const mimeType = 'application/json';
  const content = { mimeType, text: JSON.stringify(body) };
  const headers = [{ name: 'content-type', value: mimeType }];
  const pair = (name: string): object[] => [{ name, value: 'x' }];
  const httpVersion = 'HTTP/1.1';
  return {
    log: {
      version: '1.2',
      creator: { name: 'test', version: '1' },
      entries: [
        {
          startedDateTime: '2026-01-01T00:00:00.000Z',
          time: 1,
          request: { method: 'GET', url, httpVersion, headers: pair('authorization'), queryString: pair('a') },
          response: { status: 200, statusText: 'OK', httpVersion, headers, content },
        },
      ],
    },
  };
}

export const body = { id: directory, name: 'Name', slug: 'slug', more: 'value' };

function report(): object {
  const whole = sampleReport({ tags: ['reviews', 'entries'] });
  const operations = whole.operations.filter(({ operationId }) => ['getReview', 'exportReviews'].includes(operationId));
  return {
    ...whole,
    run: { ...whole.run, docs: 'https://docs.example/', shard: { index: 1, count: 1 }, config: 'a.json' },
    operations,
    findings: whole.findings.slice(0, 2),
    evidence: whole.evidence.slice(0, 1),
    baseline: { file: 'b.json', accepted: ['a:b:c'], fixed: ['d:e:f'], expired: ['g:h:i'] },
  };
}

function state(): object {
  const { collections, ...rest } = initialStateOf(ownContract);
  const kinds = ['Directory', 'Tier'];
  return {
    ...rest,
    collections: Object.fromEntries(kinds.map((kind) => [kind, (collections[kind] ?? []).slice(0, 1)])),
  };
}

/** An overlay that replaces the free texts of the contract by this text. */
export function overlayWith(text: string): object {
  const update = (target: string, value: object) => ({ target, update: value });
  return {
    overlay: '1.0.0',
    info: { title: text, version: '1' },
    actions: [
      update('$.info', { title: `Directory ${text}`, description: text }),
      update('$.tags[0]', { description: text }),
      update('$.paths.*.get', { summary: `Reads ${text}`, description: text }),
      update('$.paths.*.patch.requestBody', { description: text }),
      update('$.components.schemas.Tier', { description: text, title: text }),
      update('$.components.schemas.Tier.properties', {
        [`more ${text}`]: { type: 'string', enum: [text], description: text },
      }),
      update('$.components.parameters.*', { description: text }),
    ],
  };
}

const examples = yamlBeside<Record<string, unknown>>(import.meta.url, 'examples.yaml');
type Kinds = Record<string, { name: string; commands: Record<string, string> }>;
const kinds = Object.entries(yamlBeside<Kinds>(import.meta.url, 'commands.yaml'));

/** A valid file of each kind. */
const values = (har: string): Readonly<Record<string, unknown>> => ({
  answers: examples['answers'],
  overlay: overlayWith('x'),
  configuration: { ...(examples['configuration'] as object), har },
  baseline: { ...(examples['baseline'] as object), contract: contractVersion },
  recording: recording(body),
  'body of a recorded response': body,
  report: report(),
  scenario: examples['scenario'],
  'state of a sandbox': state(),
  'kept state of a sandbox': examples['kept'],
  contract: examples['contract'],
  fixture: { id: directory, title: 'Title', media: [{ id: directory, order: 1, more: 'value' }] },
  parameters: { directory_id: directory, 'getDirectory.directory_id': directory },
});

/** The texts of files that are not simply the JSON of their values. */
const texts: Readonly<Record<string, InputFile['text']>> = {
  'body of a recorded response': (value) => JSON.stringify(recording(value)),
  'kept state of a sandbox': (value) =>
    [value]
      .flat()
      .map((line) => `${JSON.stringify(line)}\n`)
      .join(''),
};

/** Every kind of file that a command reads. `har` and `reports` are additional arguments of some commands. */
export function inputFiles({ har, reports }: { har: string; reports: readonly string[] }): Record<string, InputFile> {
  const address = url.slice(0, 21);
  const recordedValues = ['check', '--base-url', address, '--har', har, '--no-answers', '--verbose', ...reports];
  const argsOf = (line: string, path: string): readonly string[] => {
    const overlaidText = path.replace(/[^/]*$/, 'with-overlay.yaml');
    const namedFiles: Readonly<Record<string, readonly string[]>> = {
      ...{ $path: [path], $overlaid: [overlaidText], $url: [address], $har: [har] },
      ...{ $reports: reports, $recorded: recordedValues },
    };
    return line.split(' ').flatMap((word) => namedFiles[word] ?? [word]);
  };
  return Object.fromEntries(
    kinds.map(([kind, { name, commands: lines }]): [string, InputFile] => {
      const commands = Object.entries(lines).map(
        ([command, line]) => [command, (path: string) => argsOf(line, path)] as const,
      );
      const text = texts[kind];
      const file = { name, value: values(har)[kind], commands: Object.fromEntries(commands) };
      return [kind, { ...file, ...(text && { text }) }];
    }),
  );
}
