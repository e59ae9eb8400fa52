// @module-tag slow
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readSettings } from '../../scripts/commands/check/command-settings.js';
import { temporaryFile, temporaryFolder } from '../temporary-folder.js';
import { yamlBeside } from '../yaml-beside.js';
import { tested } from './run.js';
import type { JsonObject } from './service/contract.js';
import { documentOfType, integer, object, text } from './service/document.js';
import { checkDocument } from './service/resources.js';
import { reply } from './service/service.js';

const refusedRows = yamlBeside<[parameters: Record<string, string>, message: string][]>(
  import.meta.url,
  'first-tries-given.yaml',
);

const owner = object({ name: text, age: integer });
const project = { title: text, resourcetype: text, size: integer, owner };
const document = documentOfType('Project', project, ['title'], 'GET POST DELETE');

/** Checks a service that takes only projects of one type, size and owner. @returns the tested operations */
async function testedWith(parameters: Record<string, string>): Promise<string[]> {
  const { report } = await checkDocument(
    document,
    {
      change: ({ schema }) => ({
        schema(call) {
          const { resourcetype, size, owner: sentOwner } = (call.body ?? {}) as Record<string, JsonObject>;
          const isRight = resourcetype === ('x9' as never) && size === (7 as never) && sentOwner?.['name'] === 'anna';
          return (
            schema(call) ?? (isRight || call.method !== 'POST' ? undefined : reply(400, { message: 'It is wrong.' }))
          );
        },
      }),
    },
    { parameters },
  );
  return tested(report);
}

const allValues = ['listProjects', 'createProject', 'getProject', 'deleteProject'];

it.each<[what: string, parameters: Record<string, string>, tested: string[]]>([
  ['nothing', {}, ['listProjects']],
  [
    'fields',
    {
      'createProject.resourcetype': 'x9',
      'createProject.size': '7',
      'createProject.owner.name': 'anna',
    },
    allValues,
  ],
  [
    'a body',
    { createProject: JSON.stringify({ title: 'One', resourcetype: 'x9', size: 7, owner: { name: 'anna' } }) },
    allValues,
  ],
])('a service with rules of its own is tested with %s from the user', async (_, parameters, testedValues) => {
  expect(await testedWith(parameters)).toEqual(testedValues);
});

it.each(refusedRows)('%j is refused', async (parameters, message) => {
  await expect(testedWith(parameters)).rejects.toThrow(message);
});

it('bodies come from the configuration file, from the file of --params and from the command line', () => {
  const folder = temporaryFolder();
  const body = { title: 'One', owner: { name: 'anna' } };
  const json = JSON.stringify(body);
  writeFileSync(join(folder, 'directory-contract.config.json'), JSON.stringify({ bodies: { createProject: body } }));
  expect(readSettings({}, {}, folder).parameters).toEqual({ createProject: json });
  const params = temporaryFile(
    'params.yaml',
    'size: 7\nbodies:\n  createProject:\n    title: One\n    owner: { name: anna }\n',
  );
  expect(readSettings({ params }, {}, temporaryFolder()).parameters).toEqual({ size: '7', createProject: json });
  expect(readSettings({ bodies: [`createProject=${json}`] }, {}, temporaryFolder()).parameters).toEqual({
    createProject: json,
  });
  expect(() => readSettings({ bodies: ['createProject=7'] }, {}, temporaryFolder())).toThrow(
    'an operationId and a body in JSON',
  );
});
