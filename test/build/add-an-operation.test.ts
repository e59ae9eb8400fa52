import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, expect, it } from 'vitest';
import { makeArtefacts } from '../../scripts/build/steps.js';
import { temporaryFolder } from '../temporary-folder.js';
import { nobody } from './run-build.js';

const project = fileURLToPath(new URL('../../', import.meta.url));
const copy = temporaryFolder('guide');
beforeAll(() => {
  cpSync(join(project, 'openapi'), join(copy, 'openapi'), { recursive: true });
});

it('whoever follows "Add an operation" in openapi/README.md ends with a green lint', async () => {
  const guide = readFileSync(join(project, 'openapi/README.md'), 'utf8');
  const blocks = [...guide.matchAll(/^( *)```yaml\n(.*?)^ *```/gms)].map(([, indent = '', text = '']) =>
    text.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
  );
  const [pathItem = '', schema = '', example = '', entry = ''] = blocks;
  const write = (path: string, text: string): void => writeFileSync(join(copy, 'openapi', path), text);
  const [, url = '', file = ''] = /^ {2}(\/\S+):\n {4}\$ref: \.\/(\S+)$/m.exec(entry) ?? [];
  write(file, pathItem);
  write('components/schemas/badges/BadgeUsage.yaml', schema);
  write('components/examples/badges/BadgeUsageOnce.yaml', example);
  write('openapi.yaml', `${readFileSync(join(copy, 'openapi/openapi.yaml'), 'utf8')}${entry}`);

  const artefacts = await makeArtefacts(copy, ['bundle'], nobody);
  const bundle = JSON.parse(artefacts.find(({ path }) => path === 'generated/openapi.json')?.text ?? '{}') as {
    paths: Record<string, { get?: { operationId: string } }>;
  };
  expect(bundle.paths[url]?.get?.operationId).toBe('getBadgeUsage');
});
