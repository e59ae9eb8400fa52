// @module-tag slow
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { makeArtefacts } from '../../scripts/build/steps.js';
import type { Schema } from '../../scripts/contract/schema.js';
import { temporaryFolder } from '../temporary-folder.js';
import { nobody } from './run-build.js';

const project = fileURLToPath(new URL('../../', import.meta.url));
const readme = readFileSync(join(project, 'openapi/README.md'), 'utf8');
const copy = temporaryFolder('recipes');
const entries = 'components/schemas/partner-entries';

/** Returns the YAML blocks of a chapter. */
function blocksOf(chapter: string): string[] {
  const [, text = ''] = readme.split(`\n## ${chapter}\n`);
  return [...(text.split('\n## ')[0] ?? '').matchAll(/^( *)```yaml\n(.*?)^ *```/gms)].map(
    ([, indent = '', block = '']) => block.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
  );
}

function change(path: string, text: (textBefore: string) => string): void {
  const file = join(copy, 'openapi', path);
  writeFileSync(file, text(readFileSync(file, { encoding: 'utf8', flag: 'a+' })));
}

interface Bundle {
  paths: Record<string, { get?: { operationId: string } }>;
  components: { schemas: Record<string, Schema> };
}

const [pathItem = '', schema = '', example = '', entry = ''] = blocksOf('Add an operation');
const [, url = '', file = ''] = /^ {2}(\/\S+):\n {4}\$ref: \.\/(\S+)$/m.exec(entry) ?? [];
const [shownText = '', sentText = ''] = blocksOf('Add a field');
let bundle: Bundle;

beforeAll(async () => {
  cpSync(join(project, 'openapi'), join(copy, 'openapi'), { recursive: true });
  change(file, () => pathItem);
  change('components/schemas/badges/BadgeUsage.yaml', () => schema);
  change('components/examples/badges/BadgeUsageOnce.yaml', () => example);
  change('openapi.yaml', (textBefore) => textBefore + entry);
  change(`${entries}/PartnerEntry.yaml`, (textBefore) => textBefore + shownText);
  change(`${entries}/PartnerEntryUpdate.yaml`, (textBefore) => textBefore + sentText);
  change('components/examples/partner-entries/PartnerEntryPublic.yaml', (before) => `${before}  founded: 2009\n`);
  const artefacts = await makeArtefacts(copy, ['bundle'], nobody);
  bundle = JSON.parse(artefacts.find(({ path }) => path === 'generated/openapi.json')?.text ?? '{}') as Bundle;
});

describe('the recipes of openapi/README.md pass the lint', () => {
  it('with the operation of "Add an operation"', () => {
    expect(bundle.paths[url]?.get?.operationId).toBe('getBadgeUsage');
  });

  it('with the field of "Add a field", in the response and in the update', () => {
    const { PartnerEntry, PartnerEntryUpdate } = bundle.components.schemas;
    expect(PartnerEntry?.properties?.['founded']).toMatchObject({ type: 'integer' });
    expect(PartnerEntryUpdate?.properties?.['founded']).toMatchObject({ 'x-reflected-as': '/founded' });
  });
});
