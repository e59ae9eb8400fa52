import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { renderReport } from '../../../scripts/check/reports/index.js';
import { sampleReport } from '../../check/reports/sample.js';
import { temporaryFolder } from '../../temporary-folder.js';
import { checked, key, sandboxAt } from './fixture.js';

/** A repository with a service in a folder of its own, whose folder this returns. */
function serviceFolder(): { root: string; folder: string } {
  const root = temporaryFolder();
  const folder = join(root, 'services', 'a');
  mkdirSync(join(root, '.git'));
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'directory-contract.config.json'), JSON.stringify({ only: ['getPartnerEntry'] }));
  return { root, folder };
}

describe('a check in a folder of a repository', () => {
  it.each([
    ['the top of the repository', () => ({}), 'services/a/'],
    ['the checkout of the job', (root: string) => ({ GITHUB_WORKSPACE: join(root, 'services') }), 'a/'],
    ['its own top, if the checkout is elsewhere', () => ({ GITHUB_WORKSPACE: temporaryFolder() }), 'services/a/'],
  ])('names files in annotations and SARIF from %s', async (_, environmentIn, prefix) => {
    vi.stubEnv('DIRECTORY_API_KEY', key);
    const { root, folder } = serviceFolder();
    const file = `${prefix}openapi/components/schemas/partner-entries/PartnerEntry.yaml`;
    const flags = { baseUrl: await sandboxAt('wrong-type'), strict: true };
    const environment = environmentIn(root);
    const annotations = await checked({ ...flags, report: ['github=-'] }, { folder, environment });
    expect(annotations.output).toContain(`file=${file},line=`);
    const sarif = await checked({ ...flags, report: ['sarif=-'] }, { folder, environment });
    const { runs } = JSON.parse(sarif.output) as { runs: { results: unknown[]; originalUriBaseIds: object }[] };
    expect(runs[0]?.originalUriBaseIds).toHaveProperty('%SRCROOT%');
    expect(JSON.stringify(runs[0]?.results)).toContain(JSON.stringify({ uri: file, uriBaseId: '%SRCROOT%' }));
  });

  it('names a contract elsewhere in the repository from its root, and none outside of it', () => {
    const sample = sampleReport();
    const findings = sample.findings.map((finding) => ({ ...finding, contract: { pointer: '/paths', line: 7 } }));
    const textOf = (file: string): string => {
      const contract = { ...sample.contract, file };
      return renderReport('github', { ...sample, findings, contract, run: { ...sample.run, folder: 'services/a' } });
    };
    expect(textOf('../../api/openapi.yaml')).toContain('file=api/openapi.yaml,line=7');
    expect(textOf('../../../openapi.yaml')).not.toContain('file=');
  });
});
