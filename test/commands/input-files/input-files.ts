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

/** Every kind of file that a command reads. `har` and `reports` are further arguments of some commands. */
export function inputFiles({ har, reports }: { har: string; reports: readonly string[] }): Record<string, InputFile> {
  const there = ['check', '--base-url', 'http://127.0.0.1:1'];
  const checked = ['check', '--base-url', url.slice(0, 21), '--har', har, '--no-answers', '--verbose', ...reports];
  const ofRecording: InputFile['commands'] = {
    'a check of it': (path) => ['check', '--har', path, '--no-answers', '--verbose', ...reports],
    learn: (path) => ['learn', '--har', path, '--dry-run'],
    sandbox: (path) => ['sandbox', '--port', '0', '--from', path],
  };
  return {
    answers: {
      name: 'answers.yaml',
      value: examples['answers'],
      commands: {
        answers: (path) => ['answers', '--answers', path],
        'a check of a recording': (path) => [...checked.filter((each) => each !== '--no-answers'), '--answers', path],
        sandbox: (path) => ['sandbox', '--port', '0', '--answers', path],
      },
    },
    overlay: {
      name: 'overlay.yaml',
      value: overlayWith('x'),
      commands: { answers: (path) => ['answers', '--answers', path.replace(/[^/]*$/, 'with-overlay.yaml')] },
    },
    configuration: {
      name: 'config.json',
      value: { ...(examples['configuration'] as object), har },
      commands: { check: (path) => ['check', '--config', path, '--no-answers'] },
    },
    baseline: {
      name: 'baseline.json',
      value: { ...(examples['baseline'] as object), contract: contractVersion },
      commands: { 'a check of a recording': (path) => [...checked, '--baseline', path] },
    },
    recording: {
      name: 'recorded.har',
      value: recording(body),
      commands: { ...ofRecording, 'learn for programs': (path) => ['learn', '--har', path, '--json', '--dry-run'] },
    },
    'body of a recorded response': {
      name: 'body.har',
      value: body,
      text: (value) => JSON.stringify(recording(value)),
      commands: ofRecording,
    },
    report: {
      name: 'check.json',
      value: report(),
      commands: {
        'merge-reports': (path) => ['merge-reports', path, '--verbose', ...reports],
        again: (path) => ['again', '--report', path],
        'again with a finding': (path) => ['again', '1', '--report', path],
        learn: (path) => ['learn', '--har', path, '--dry-run'],
      },
    },
    scenario: {
      name: 'scenario.yaml',
      value: examples['scenario'],
      commands: { sandbox: (path) => ['sandbox', '--port', '0', '--scenario', path] },
    },
    'state of a sandbox': {
      name: 'state.json',
      value: state(),
      commands: { sandbox: (path) => ['sandbox', '--port', '0', '--data', path] },
    },
    'kept state of a sandbox': {
      name: 'kept.jsonl',
      value: examples['kept'],
      text: (value) =>
        [value]
          .flat()
          .map((line) => `${JSON.stringify(line)}\n`)
          .join(''),
      commands: { sandbox: (path) => ['sandbox', '--port', '0', '--state', path] },
    },
    contract: {
      name: 'openapi.yaml',
      value: examples['contract'],
      commands: {
        'the cases of a check': (path) => [...there, '--contract', path, '--list', '--param', 'note_id=a'],
        'a check of a recording': (path) => ['check', '--har', har, '--contract', path, '--verbose', ...reports],
        'a check of changes': (path) => [...checked, '--changed-from', path],
      },
    },
    parameters: {
      name: 'params.yaml',
      value: { directory_id: directory, 'getDirectory.directory_id': directory },
      commands: {
        'the cases of a check': (path) => [
          ...there,
          ...['--no-answers', '--list', '--only', 'getDirectory', '--params', path],
        ],
      },
    },
  };
}
