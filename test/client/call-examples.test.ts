import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { exampleCallOf } from '../../scripts/build/artefacts/client.js';
import { operationsOf } from '../../scripts/build/artefacts/operations.js';
import { bundle } from '../spec/bundle.js';
import { temporaryFolder } from '../temporary-folder.js';
import { withChange } from './document.js';
import { inputs } from './inputs.js';
import { errorsIn, root } from './workspace.js';

/** Returns the text of `@example` of each method of the generated client. */
function examples(): Map<string, string> {
  const path = join(root, 'generated/client.ts');
  const source = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true);
  const methods = source.statements
    .filter((statement) => ts.isInterfaceDeclaration(statement) && statement.name.text === 'DirectoryMethods')
    .flatMap((client) => [...(client as ts.InterfaceDeclaration).members]);
  return new Map(
    methods.filter(ts.isMethodSignature).map((method) => {
      const tag = ts.getJSDocTags(method).find(({ tagName }) => tagName.text === 'example');
      return [method.name.getText(), ts.getTextOfJSDocComment(tag?.comment) ?? ''];
    }),
  );
}

describe('the example of a method', () => {
  const allValues = examples();

  it('exists for every operation, calls it, and has at most four lines', () => {
    expect([...allValues.keys()]).toEqual(operationsOf(bundle).map(({ id }) => id));
    expect(allValues.size).toBe(117);
    for (const [id, text] of allValues) {
      expect(text).toContain(`await client.${id}(`);
      expect(text.split('\n').length, id).toBeLessThanOrEqual(4);
    }
  });

  it('compiles together with all others in one program, with a variable for each parameter', { tags: 'long' }, () => {
    const names = new Set(
      operationsOf(bundle).flatMap(({ requiredNames }) => [...requiredNames.path, ...requiredNames.query]),
    );
    const head = [
      `import type { DirectoryClient } from ${JSON.stringify(join(root, 'scripts/index.js'))};`,
      'declare const client: DirectoryClient;',
      ...[...names].map((name) => `declare const ${name}: string;`),
    ].join('\n');
    const wrongText = "await client.updateTier({ path: { tier_id }, body: { order: 'first' } });";
    const blocks = [...[...allValues.values()], wrongText].map((text) => `{\n${text}\n}`);
    // The wrong call proves that the compiler checks the other examples.
    expect(errorsIn(temporaryFolder('examples'), [head, ...blocks].join('\n'))).toEqual([
      expect.stringMatching(/^\d+: Type 'string' is not assignable to type 'number'/),
    ]);
  });

  /** Returns the example of `createEntry` if this value is the first example of its body. */
  const withBody = (value: unknown): string[] => {
    const document = withChange(({ paths }) => {
      const content = { 'application/json': { schema: {}, examples: { First: { value } } } };
      Object.assign(paths['/v1/private/entries/'].post, { requestBody: { content } });
    });
    const entry = operationsOf(document).find(({ id }) => id === 'createEntry');
    return entry ? exampleCallOf(document, entry) : [];
  };

  it.each<readonly [why: string, value: unknown, body: string]>([
    ...Object.entries(inputs.bodies).map(([reason, row]) => [reason, ...row] as const),
    ['no long value', { text: 'word '.repeat(20), title: 't' }, "{ title: 't' }"],
    ['nothing', undefined, '{}'],
  ])('shows %s', (_, value, body) => {
    expect(withBody(value)).toEqual([`const result = await client.createEntry({ body: ${body} });`]);
  });

  it('has a line for each part of the argument if one line is too long', () => {
    expect(withBody({ first: 'a'.repeat(40), second: 'b'.repeat(20) })).toEqual([
      'const result = await client.createEntry({',
      `  body: { first: '${'a'.repeat(40)}', second: '${'b'.repeat(20)}' },`,
      '});',
    ]);
  });

  it.each(['ends */ here', '@internal', 'or @internal', 'see {@link x}', 'a `code` span', "it's\n* new"])(
    'keeps %j a text',
    (text) => {
      const lines = withBody({ [text]: text });
      const comment = `/**\n * @example\n * ${lines.join('\n * ')}\n */`;
      const source = ts.createSourceFile('a.ts', `${comment}\nfunction f() {}`, 99, true);
      expect(source.statements).toHaveLength(1);
      const tags = ts.getJSDocTags(source.statements[0]!);
      expect(tags.map(({ tagName }) => tagName.text)).toEqual(['example']);
      // A comment with a link would have parts. A code span would end the code block that editors show.
      expect(tags[0]?.comment).toBe(lines.join('\n'));
      expect(lines.join('\n')).not.toContain('`');
      const [, argument = ''] = /^const result = await client\.createEntry\((.*)\);$/s.exec(lines.join('\n')) ?? [];
      expect(new Function(`return ${argument};`)()).toEqual({ body: { [text]: text } });
    },
  );
});
