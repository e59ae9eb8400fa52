import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { clientModule } from '../../scripts/build/artefacts/client.js';
import { moduleText } from '../../scripts/build/artefacts/generated-module.js';
import { changed, document } from './document.js';
import { workspace } from './workspace.js';

describe('former names', () => {
  const renamed = changed((copy) => {
    const { patch } = copy.paths['/v1/private/directories/{directory_id}/entries/{entry_id}/'];
    Object.assign(patch, { 'x-formerly': ['changeEntry', 'editEntry'] });
    Object.assign(copy.paths['/v1/private/entries/'].get, { 'x-formerly': ['allEntries'] });
  });

  it('change nothing in the client if there are none', () => {
    expect(moduleText(clientModule(document))).toContain(
      '{\n  return buildClient(operationTable, options) as DirectoryClient;\n}',
    );
  });

  it('are rejected if they are not valid names of methods, or already taken', () => {
    for (const [name, message] of [
      ['raw', 'found "raw"'],
      ['a-b', 'found "a-b"'],
      ['deleteEntry', 'found deleteEntry twice'],
      ['updateEntry', 'found updateEntry twice'],
    ]) {
      const bundle = changed((copy) => {
        const { patch } = copy.paths['/v1/private/directories/{directory_id}/entries/{entry_id}/'];
        Object.assign(patch, { 'x-formerly': [name] });
      });
      expect(() => moduleText(clientModule(bundle))).toThrow(message);
    }
  });

  it('are deprecated methods with the same behaviour and types, and without rows', { tags: 'long' }, async () => {
    const place = await workspace(renamed);
    expect(
      await place.check(`
      import { createDirectoryClient } from './client.js';
      import type { OperationId } from './operation-table.js';
      type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
      const same = <A, B>(_: Same<A, B>) => {};
      const client = createDirectoryClient({ baseUrl: '', apiKey: '' });
      same<typeof client.changeEntry, typeof client.updateEntry>(true);
      same<typeof client.allEntries, typeof client.listEntries>(true);
      same<typeof client.pages.allEntries, typeof client.pages.listEntries>(true);
      same<Extract<OperationId, 'changeEntry' | 'editEntry' | 'allEntries'>, never>(true);
      await client.allEntries();
      // @ts-expect-error an update reads no list
      client.pages.changeEntry;
    `),
    ).toEqual([]);
    const file = ts.createSourceFile('client.ts', moduleText(clientModule(renamed)), ts.ScriptTarget.Latest, true);
    const methods = file.statements.filter(ts.isInterfaceDeclaration).flatMap(({ members }) => [...members]);
    const deprecated = methods.filter((member) => ts.getJSDocDeprecatedTag(member)?.comment !== undefined);
    expect(deprecated.map((member) => [member.name?.getText(), ts.getJSDocDeprecatedTag(member)?.comment])).toEqual([
      ['allEntries', 'Use listEntries.'],
      ['allEntries', 'Use listEntries.'],
      ['changeEntry', 'Use updateEntry.'],
      ['editEntry', 'Use updateEntry.'],
    ]);

    const outfile = join(place.generated, 'former.mjs');
    await build({
      entryPoints: [join(place.generated, 'client.ts')],
      bundle: true,
      format: 'esm',
      outfile,
      logLevel: 'silent',
    });
    const { createDirectoryClient } = (await import(pathToFileURL(outfile).href)) as {
      createDirectoryClient: (options: object) => Record<string, unknown>;
    };
    const client = createDirectoryClient({ baseUrl: 'https://directory.example.com', apiKey: 'some-key' });
    expect(client['changeEntry']).toBe(client['updateEntry']);
    expect(client['editEntry']).toBe(client['updateEntry']);
    expect(client['allEntries']).toBe(client['listEntries']);
    const pages = client['pages'] as Record<string, unknown>;
    expect(pages['allEntries']).toBe(pages['listEntries']);
    expect([client, pages].every(Object.isFrozen)).toBe(true);
  });
});
