// @module-tag slow
import { expect, it } from 'vitest';
import { accusations } from './run.js';
import type { JsonObject } from './service/contract.js';
import { documentNamed } from './service/document.js';
import { checkDocument, type ResourceOptions } from './service/resources.js';
import type { Reply } from './service/service.js';

const document = documentNamed('site');
const resources: Record<string, JsonObject> = { '/lamps/a1': { id: 'a1', label: 'Desk' }, '/about': { version: '1' } };
const page = (): Reply => ({ status: 200, headers: { 'Content-Type': 'text/html' }, text: '<!doctype html><p>Hello' });

/** A service whose website shows the same page for each wrong request. */
const catchAll: ResourceOptions = {
  resources,
  change: () => ({ refuse: page }),
};

it('a page that a website shows for each wrong request does not count as accepting the request', async () => {
  const { report } = await checkDocument(document, catchAll, { writes: 'none' });
  const rules = new Set(accusations(report).map((line) => line.split(' ')[0]));
  expect([...rules]).toEqual(['media-type.undeclared']);
});

it('a success in JSON counts as accepting a wrong request, though a page does not', async () => {
  const { report } = await checkDocument(document, { resources, change: () => ({ key: () => undefined }) });
  expect(accusations(report).filter((line) => line.startsWith('auth.no-key-accepted'))).toHaveLength(3);
});
