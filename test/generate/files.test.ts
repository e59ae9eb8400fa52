import { readFileSync } from 'node:fs';
import ts from 'typescript';
import { beforeAll, describe, expect, it } from 'vitest';
import { contract } from '../../generated/contract.js';
import { taughtWith } from '../answers/taught.js';
import { words } from '../words.js';
import { madeFiles } from './made-files.js';

const generated = (name: string): string => readFileSync(`generated/${name}`, 'utf8');
const firstLine = (text: string): string => text.slice(0, text.indexOf('\n') + 1);
const withoutNote = (text = ''): string => text.slice(text.indexOf('\n'));
/** Returns the part of a module after its imports. */
const bodyOf = (text: string): string => text.replace(/^(?:\/\/.*\n|(?:import|export) [^;]* from '[^']+';\n|\n)+/, '');

/** Returns the names that a module exports; `* from <module>` stands for all names of another module. */
function exportsOf(text: string): string[] {
  const file = ts.createSourceFile('module.ts', text, ts.ScriptTarget.Latest, true);
  const names = file.statements.flatMap((statement) => {
    if (ts.isExportDeclaration(statement)) {
      const { exportClause } = statement;
      if (exportClause && ts.isNamedExports(exportClause)) return exportClause.elements.map(({ name }) => name.text);
      return [`* from ${/([\w-]+)\.js/.exec(statement.moduleSpecifier?.getText() ?? '')?.[1]}`];
    }
    const isExported =
      ts.canHaveModifiers(statement) &&
      ts.getModifiers(statement)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword);
    if (!isExported) return [];
    if (ts.isVariableStatement(statement))
      return statement.declarationList.declarations.map(({ name }) => name.getText());
    return [(statement as ts.FunctionDeclaration | ts.InterfaceDeclaration | ts.TypeAliasDeclaration).name?.text ?? ''];
  });
  return [...new Set(names)].sort();
}

describe('the files of the contract without answers', () => {
  let files: Record<string, string>;
  beforeAll(async () => {
    files = await madeFiles(contract);
  });

  it('are those that a team needs, each with the version of its generator on the first line', () => {
    const names = words`client.ts examples.ts openapi.yaml types.ts validators.d.ts validators.js`;
    expect(Object.keys(files).sort()).toEqual(names);
    const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
    const note = `Made by "directory-contract generate" ${version}; do not edit.\n`;
    for (const [name, text] of Object.entries(files))
      expect([`// ${note}`, `# ${note}`], name).toContain(firstLine(text));
  });

  it.each([
    ['types.ts', 'types.ts'],
    ['openapi.yaml', 'docs/openapi.yaml'],
  ])('are the same as in the package: %s', (name, file) => {
    expect(withoutNote(files[name])).toBe(withoutNote(generated(file)));
  });

  it.each([
    ['client.ts', 'client.ts'],
    ['operation-table.ts', 'client.ts'],
    ['partner-entry-update.ts', 'client.ts'],
    ['examples.ts', 'examples.ts'],
  ])('have the code of %s in %s', (name, file) => {
    expect(files[file]).toContain(bodyOf(generated(name)));
    expect(bodyOf(generated(name))).toMatch(/^(?:\/\*\*|const fields)/);
  });

  it('export from client.ts what the package exports', () => {
    expect(exportsOf(files['client.ts'] ?? '')).toEqual(exportsOf(readFileSync('scripts/index.ts', 'utf8')));
    expect(exportsOf(files['client.ts'] ?? '')).toContain('createDirectoryClient');
  });

  it('declare the exports of validators.js', () => {
    const names = exportsOf(files['validators.d.ts'] ?? '');
    const sources = [readFileSync('scripts/validators/index.ts', 'utf8'), generated('validators/index.d.ts')];
    const index = sources.flatMap(exportsOf);
    expect(names).toEqual(index.filter((name) => !name.startsWith('* from')).sort());
  });
});

describe('the files of a taught contract', () => {
  it('follow the answers', { tags: 'slow' }, async () => {
    const { document } = taughtWith({
      'lists.envelope': { value: { items: '/page/rows', next: '/more' }, except: { listBadges: 'bare' } },
    });
    const files = await madeFiles(document, 'commonjs');
    expect(files['types.ts']).toContain('rows: Tier[];');
    expect(files['openapi.yaml']).toContain('items: /page/rows');
    const type = "import('./types.js').operations['listTiers']['responses'][200]['content']['application/json']";
    expect(files['examples.ts']).toContain(`export const tierList: ${type} = {\n  page: {\n    rows: [`);
    // Other operations return the same example, but without the envelope.
    expect(files['examples.ts']).toMatch(
      /Response 200 of setMatchmakingRequestPartners\.\n \*\/\nexport const partnerEntryList: PartnerEntry\[\] = \[/,
    );
    const [, second] = files['examples.ts']?.split('Response 200 of listPartnerEntries.\n */\n') ?? [];
    expect(second).toMatch(/^export const partnerEntryList2: .* = \{\n {2}page: \{\n {4}rows: \[/);
    expect(files['examples.ts']).toContain(
      "_createFactory<OrganizationMatch>(organizationMatchList, 'page', 'rows', 0);",
    );
    expect(files['validators.js']).toMatch(/^'use strict';$[\s\S]*^exports\.partnerEntry = /m);
  });

  it('cannot be generated from a contract that the client cannot express', async () => {
    const document = structuredClone(contract);
    (document.components['schemas'] as Record<string, unknown>)['PartnerEntryUpdate'] = {
      type: 'object',
      properties: { title: { type: 'string', 'x-reflected-as': '/nowhere' } },
    };
    await expect(madeFiles(document)).rejects.toThrow(
      'The function that turns a partner entry into an update cannot be generated.\n' +
        'Expected x-reflected-as to lead to a field of a response; found "/nowhere". Correct it. ' +
        '(/components/schemas/PartnerEntryUpdate/properties/title)',
    );
  });
});
