import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it, vi } from 'vitest';
import { check } from '../../../scripts/check/engine/check.js';
import { renderReport } from '../../../scripts/check/reports/index.js';
import { runAgain } from '../../../scripts/commands/again/run.js';
import { temporaryFolder } from '../../temporary-folder.js';
import { collector } from '../check/fixture.js';
import { key, type Served, serveJson } from './depot.js';

interface Numbers extends Served {
  things: Map<number, { revision: number; id: number; size: unknown }>;
  /** The status of every response, instead of the usual status. */
  instead?: number | undefined;
}

/** A server whose ids are as small as its other numbers. After an update, it returns the size as a text. */
async function numbers(others: number, revisionOf: (id: number) => number): Promise<Numbers> {
  const things: Numbers['things'] = new Map();
  let next = 1;
  const make = (size: unknown): object => {
    const resource = { revision: revisionOf(next), id: next, size };
    things.set(next, resource);
    next += 1;
    return resource;
  };
  for (let count = 0; count < others; count += 1) make(100 + count);
  const served = await serveJson((method, path, sentResource) => {
    if (whole.instead !== undefined) return [whole.instead, {}];
    const [, id] = /^\/api\/v1234567890\/things(?:\/(\d+))?$/.exec(path) ?? ['', 'none'];
    const isWrong = !Number.isSafeInteger(sentResource?.['size']);
    if (id === undefined && method === 'GET') return [200, [...things.values()]];
    if (id === undefined && method === 'POST') return isWrong ? [400, {}] : [201, make(sentResource['size'])];
    const found = things.get(Number(id));
    if (!found) return [404, {}];
    if (method === 'GET') return [200, found];
    if (method === 'PATCH' && isWrong) return [400, {}];
    if (method === 'PATCH') return [200, { ...Object.assign(found, sentResource), size: String(sentResource['size']) }];
    if (method !== 'DELETE') return [405, {}];
    things.delete(Number(id));
    return [204];
  });
  const whole: Numbers = { ...served, things };
  return whole;
}

it('again changes no existing resource if ids are small numbers, and proves nothing without a response', {
  tags: 'long',
}, async () => {
  vi.stubEnv('DIRECTORY_API_KEY', key);
  const contract = resolve('test/commands/again/numbers.yaml');
  const tested = await numbers(0, (id) => id);
  const report = await check({ baseUrl: tested.url, contract, writes: 'disposable', runs: 0 });
  await tested.close();
  const folder = temporaryFolder('numbers');
  const isNamed = ({ rule, operationId }: { rule: string; operationId: string }): boolean =>
    `${rule} ${operationId}` === 'schema.type updateThing';
  const steps = report.findings.find(isNamed)?.again?.steps ?? [];
  expect(steps.map(({ method, path }) => `${method} ${path}`)).toEqual([
    'POST /api/v1234567890/things',
    'PATCH /api/v1234567890/things/{{id1}}',
    'DELETE /api/v1234567890/things/{{id1}}',
  ]);
  expect(steps[0]?.gives?.at).toBe('/id');

  const usedNumbers = await numbers(5, () => 1);
  const file = join(folder, 'check.json');
  writeFileSync(file, renderReport('json', { ...report, target: { ...report.target, baseUrl: usedNumbers.url } }));
  const again = (index: number): Promise<number> =>
    runAgain(
      String(index + 1),
      { report: file, baseUrl: usedNumbers.url, contract, writes: 'disposable' },
      { output: collector(false), errors: collector(false), environment: {}, folder },
    );
  const textBefore = JSON.stringify([...usedNumbers.things]);
  for (const [index, { id }] of report.findings.entries()) {
    await again(index);
    expect(JSON.stringify([...usedNumbers.things]), id).toBe(textBefore);
  }
  const finding = report.findings.findIndex(isNamed);
  expect(await again(finding)).toBe(1);
  for (const status of [401, 429, 503]) {
    usedNumbers.instead = status;
    expect(await again(finding), String(status)).toBe(3);
  }
  await usedNumbers.close();
});
