// @module-tag slow
import { mkdirSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { describe, expect, test } from 'vitest';
import { steps } from '../../scripts/build/steps.js';
import { listenHere } from '../listen-here.js';
import { sample } from '../sample.js';
import { yamlBeside } from '../yaml-beside.js';
import { DocumentCopy, type Edit, filterPath, filterSchema, rootFile } from './document-copy.js';
import { digests, expectSentences, refusedHere, runBuild } from './run-build.js';

/** Runs the work in a project with these edits, and expects that it leaves the files in generated/ as they are. */
async function inProject(edits: Edit[], work: (project: DocumentCopy) => Promise<void>): Promise<void> {
  const project = new DocumentCopy();
  mkdirSync(project.path('generated/docs'), { recursive: true });
  for (const name of ['openapi.yaml', 'types.ts', 'client.ts', 'docs/reference.html', 'mine.txt'])
    writeFileSync(project.path(`generated/${name}`), `what ${name} was before\n`);
  project.edit(...edits);
  const before = digests(project.path('generated'));
  await work(project);
  expect(digests(project.path('generated'))).toEqual(before);
}

const refTo = (target: string): Edit => ({
  file: filterPath,
  find: '../../components/schemas/filters/FilterUpdate.yaml',
  replace: target,
});
const missingEdit = refTo('../../components/schemas/filters/FilterUpdat.yaml');
const smallText = 'openapi/components/schemas/filters/Small.yaml';
const withSmall = (content: string | Uint8Array): Edit[] => [
  { file: smallText, write: content },
  { file: filterSchema, find: '../filter-options/FilterOption.yaml', replace: './Small.yaml' },
];
const asRoot = (content: string): Edit[] => [
  { file: rootFile, remove: true },
  { file: rootFile, write: content },
];
const bomb = Array.from(
  { length: 10 },
  (_, level) => `x-${level}: &a${level} [${Array(9).fill(level === 0 ? 'lol' : `*a${level - 1}`)}]`,
).join('\n');
const [lists, items] = ['['.repeat(100_000) + ']'.repeat(100_000), `${'- '.repeat(100_000)}end`];

interface BadDocument {
  document: string;
  edits: Edit[];
  file?: string;
  /** A text on the reported line. */
  text: string;
  says: readonly string[];
}

/** Documents that the whole build refuses; `mistakes.yaml` lists documents that only its checks refuse. */
const table = yamlBeside<{
  references: (Omit<BadDocument, 'edits'> & { target: string })[];
  roots: (Omit<BadDocument, 'edits'> & { content: string })[];
}>(import.meta.url, 'bad-documents.yaml');
const documents: BadDocument[] = [
  ...table.references.map(({ target, ...row }) => ({ ...row, edits: [refTo(target)], file: filterPath })),
  {
    document: 'a file that is not UTF-8',
    edits: withSmall(Buffer.from('type: object\ndescription: Café\n', 'latin1')),
    ...{ text: 'description:', says: ['Expected UTF-8', 'Save the file as UTF-8 text.'] },
  },
  ...table.roots.map(({ content, ...row }) => ({ ...row, edits: asRoot(content), file: rootFile })),
  ...(
    [
      ['aliases that grow without end', bomb, 'x-1:', 'The aliases expand the file to more than 50 MB.', 'Write'],
      ['lists in lists', `x-deep: ${lists}`, 'x-deep:', 'at most 100 levels of nesting', 'Flatten the structure.'],
      ['items in items', `x-deep:\n  ${items}`, 'end', 'at most 100 levels of nesting', 'Flatten the structure.'],
      ['a file of 11 MB', `# ${'x'.repeat(11_000_000)}`, 'type:', 'at most 10000000 bytes, found 110000', 'Split'],
      ['a NUL', 'title: a\u0000b', 'title:', 'control character U+0000', 'Save the file as UTF-8 text.'],
    ] as const
  ).map(([document, content, text, ...sentences]) => ({
    ...{ document, edits: withSmall(`type: object\n${content}\n`), text, says: sentences },
  })),
];

/** Returns the place of a text in the form of messages. */
function placeOf(project: DocumentCopy, file: string, text: string): string {
  return `${file}:${text === '' ? 1 : project.lineOf(file, text)}:`;
}

describe('the build rejects, in sentences and with generated/ unchanged,', () => {
  test.concurrent.each(sample(documents, 24))('$document', async ({ edits, file = smallText, text, says }) => {
    await inProject(edits, async (broken) => {
      expectSentences(await refusedHere(broken.project), 1, 'The document', placeOf(broken, file, text), ...says);
    });
  });

  test.concurrent('a misspelt key with references below it, as one mistake', async () => {
    await inProject([{ file: rootFile, find: '\npaths:', replace: '\npahts:' }], async (brokenCopy) => {
      const { stderr } = await refusedHere(brokenCopy.project, ['lint']);
      expect(stderr).toContain(`${placeOf(brokenCopy, rootFile, 'pahts:')}1  struct`);
      expect(stderr).toContain('Did you mean paths');
      expect(stderr).not.toMatch(/invalid-ref|ENOENT| more\.$/);
    });
  });

  test.concurrent('a reference that leaves openapi/ through a symbolic link', async () => {
    await inProject([refTo('../../components/schemas/filters/Link.yaml')], async (brokenCopy) => {
      writeFileSync(brokenCopy.path('outside.yaml'), 'type: object\n');
      symlinkSync(brokenCopy.path('outside.yaml'), brokenCopy.path('openapi/components/schemas/filters/Link.yaml'));
      expectSentences(
        await refusedHere(brokenCopy.project, ['lint']),
        1,
        placeOf(brokenCopy, filterPath, 'Link.yaml'),
        'leads out of the folder openapi/ through a symbolic link',
      );
    });
  });

  test.concurrent('an openapi.yaml that is a symbolic link out of openapi/', { tags: 'long' }, async () => {
    await inProject([], async (brokenCopy) => {
      renameSync(brokenCopy.path(rootFile), brokenCopy.path('outside.yaml'));
      symlinkSync(brokenCopy.path('outside.yaml'), brokenCopy.path(rootFile));
      expectSentences(
        await runBuild('lint', '--project', brokenCopy.project),
        2,
        rootFile,
        'is a symbolic link',
        'Replace it with the file itself.',
      );
    });
  });

  test.concurrent.each<[what: string, edits: (url: string) => Edit[], file: string, text: string]>([
    ['a network address', (url) => [refTo(url)], filterPath, 'http://'],
    [
      'a network address behind aliases',
      (url) => withSmall(`x-url: &url ${url}\nx-key: &key $ref\nallOf:\n  - *key : *url\n`),
      smallText,
      '- *key',
    ],
  ])('a reference to %s, without a request', async (_, edits, file, text) => {
    let requests = 0;
    const server = createServer((_request, response) => {
      requests += 1;
      response.end('type: object\n');
    });
    const served = await listenHere(server);
    const url = `${served.url}/Filter.yaml`;
    try {
      await inProject(edits(url), async (brokenCopy) => {
        expectSentences(
          await refusedHere(brokenCopy.project),
          1,
          placeOf(brokenCopy, file, text),
          url,
          'the build downloads nothing',
          'Copy the content of this address',
        );
      });
      expect(requests).toBe(0);
    } finally {
      await served.close();
    }
  });

  test.concurrent.each(sample(['without a step', ...steps, '--check'], 6))(
    'a missing file, in every step: %s',
    { tags: 'long' },
    async (step) => {
      await inProject([missingEdit], async (brokenCopy) => {
        const args = step === 'without a step' ? [] : [step];
        expectSentences(
          await runBuild(...args, '--project', brokenCopy.project),
          1,
          placeOf(brokenCopy, filterPath, 'FilterUpdat.yaml'),
          'which does not exist',
        );
      });
    },
  );
});
