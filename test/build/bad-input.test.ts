// @module-tag slow
import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { describe, expect, test } from 'vitest';
import { steps } from '../../scripts/build/steps.js';
import { listenHere } from '../listen-here.js';
import { sample } from '../sample.js';
import { DocumentCopy, type Edit } from './document-copy.js';
import { filterPath, filterSchema, review, root } from './mistakes/mistake.js';
import { digests, expectSentences, refusedHere, runBuild } from './run-build.js';

/** A project with files in generated/ that the build must not change. */
class BrokenProject extends DocumentCopy {
  readonly #before: Record<string, string>;

  constructor(...edits: Edit[]) {
    super();
    mkdirSync(this.path('generated/docs'), { recursive: true });
    for (const name of ['openapi.yaml', 'types.ts', 'client.ts', 'docs/reference.html', 'mine.txt']) {
      writeFileSync(this.path(`generated/${name}`), `what ${name} was before\n`);
    }
    this.edit(...edits);
    this.#before = digests(this.path('generated'));
  }

  /** Returns the place of a text in the form of messages. */
  place(file: string, text: string): string {
    return `${file}:${text === '' ? 1 : this.lineOf(file, text)}:`;
  }

  expectUntouched(): void {
    expect(digests(this.path('generated'))).toEqual(this.#before);
  }
}

async function inProject(edits: Edit[], work: (project: BrokenProject) => Promise<void>): Promise<void> {
  const project = new BrokenProject(...edits);
  await work(project);
  project.expectUntouched();
}

const reference = '../../components/schemas/filters/FilterUpdate.yaml';
const refTo = (target: string): Edit => ({ file: filterPath, find: reference, replace: target });
const small = 'openapi/components/schemas/filters/Small.yaml';
const withSmall = (content: string | Uint8Array): Edit[] => [
  { file: small, write: content },
  { file: filterSchema, find: '../filter-options/FilterOption.yaml', replace: './Small.yaml' },
];
const bomb = [
  'type: object',
  'x-0: &a0 [lol, lol, lol, lol, lol, lol, lol, lol, lol]',
  ...Array.from(
    { length: 9 },
    (_, level) => `x-${level + 1}: &a${level + 1} [${Array(9).fill(`*a${level}`).join(', ')}]`,
  ),
].join('\n');

/** A broken document: its description, its edits, and the expected file, line (found by its text) and message. */
const broken = (document: string) => ({
  by: (...edits: Edit[]) => ({
    isRefusedAt: (file: string, text: string, ...says: string[]) => ({ document, edits, file, text, says }),
  }),
});

const documents = [
  broken('a reference to a missing file')
    .by(refTo('../../components/schemas/filters/FilterUpdat.yaml'))
    .isRefusedAt(
      filterPath,
      'FilterUpdat.yaml',
      'leads to openapi/components/schemas/filters/FilterUpdat.yaml, which does not exist',
      'Create the file, or correct the path.',
    ),
  broken('a line with a wrong indent')
    .by({ file: filterSchema, find: '  slug:', replace: '   slug:' })
    .isRefusedAt(filterSchema, '   slug:', 'not valid YAML', 'Check indentation'),
  broken('an operationId that two operations have')
    .by({ file: filterPath, find: 'operationId: updateFilter', replace: 'operationId: getFilter' })
    .isRefusedAt(
      filterPath,
      'operationId: getFilter\n  summary: Update',
      'unique-operation-ids',
      'Rename one of them.',
    ),
  broken('an example that does not match its schema')
    .by({ file: review, find: 'rating: 5', replace: 'rating: five' })
    .isRefusedAt(review, 'rating: five', 'no-invalid-media-type-examples', '`rating` property type must be integer'),
  broken('aliases that grow without end')
    .by(...withSmall(bomb))
    .isRefusedAt(small, 'x-1:', 'Aliases expand to more than 100 copies.', 'Use a $ref'),
  broken('an alias inside the node that it names')
    .by(...withSmall('type: object\nx-self: &self\n  again: *self\n'))
    .isRefusedAt(small, 'again:', 'The alias *self is inside the node that it names.'),
  broken('an alias without an anchor')
    .by(...withSmall('type: object\ntitle: *nothing\n'))
    .isRefusedAt(small, 'title:', 'Expected an anchor &nothing above the alias *nothing, found none.'),
  broken('a reference that leads out of openapi/')
    .by(refTo('../../../../../../../../../../etc/passwd'))
    .isRefusedAt(
      filterPath,
      '/etc/passwd',
      'leads out of the folder openapi/',
      'Refer to a file under openapi/ by a relative path.',
    ),
  broken('a percent-encoded reference that leads out of openapi/')
    .by(refTo('..%2f..%2f..%2f..%2fetc%2fpasswd'))
    .isRefusedAt(filterPath, 'passwd', 'leads out of the folder openapi/'),
  broken('a reference to an absolute path')
    .by(refTo('/etc/passwd'))
    .isRefusedAt(filterPath, '/etc/passwd', 'leads out of the folder openapi/'),
  broken('a reference to a file address')
    .by(refTo('file:///etc/passwd'))
    .isRefusedAt(filterPath, 'file:', 'leads out of the folder openapi/'),
  broken('a file that contains only a reference to itself')
    .by(...withSmall('$ref: ./Small.yaml\n'))
    .isRefusedAt(
      small,
      '$ref',
      'source/ref-circular',
      '"./Small.yaml" leads back to itself',
      'Refer to the final target instead.',
    ),
  broken('an openapi.yaml that is empty')
    .by({ file: root, remove: true }, { file: root, write: '' })
    .isRefusedAt(root, '', 'Expected a mapping with keys.'),
  broken('an openapi.yaml that is almost empty')
    .by({ file: root, remove: true }, { file: root, write: 'openapi: 3.1.0\n' })
    .isRefusedAt(root, 'openapi:', 'struct', 'The field `info` must be present'),
  broken('lists in lists, 100,000 deep')
    .by(...withSmall(`type: object\nx-deep: ${'['.repeat(100_000)}${']'.repeat(100_000)}\n`))
    .isRefusedAt(small, 'x-deep:', 'Expected at most 100 levels of nesting, found more.', 'Flatten the structure.'),
  broken('items in items, 100,000 deep')
    .by(...withSmall(`type: object\nx-deep:\n  ${'- '.repeat(100_000)}end\n`))
    .isRefusedAt(small, 'end', 'Expected at most 100 levels of nesting, found more.', 'Flatten the structure.'),
  broken('a file of 11 MB')
    .by(...withSmall(`type: object\n# ${'x'.repeat(11_000_000)}\n`))
    .isRefusedAt(small, 'type:', 'Expected at most 10000000 bytes, found 110000', 'Split the file.'),
  broken('a file that is not UTF-8')
    .by(...withSmall(Buffer.concat([Buffer.from('type: object\ndescription: Caf'), Buffer.from([0xe9, 0x0a])])))
    .isRefusedAt(small, 'description:', 'Expected UTF-8', 'Save the file as UTF-8 text.'),
  broken('a file that contains a NUL')
    .by(...withSmall('type: object\ntitle: a\u0000b\n'))
    .isRefusedAt(small, 'title:', 'control character U+0000', 'Save the file as UTF-8 text.'),
  broken('a file with two documents')
    .by(...withSmall('type: object\n---\ntype: string\n'))
    .isRefusedAt(small, '---', 'Expected one YAML document in the file', 'Put each document into its own file.'),
];

describe('the build rejects, in sentences and with generated/ unchanged,', () => {
  test.concurrent.each(sample(documents, 24).map((row) => [row.document, row] as const))(
    '%s',
    async (_, { edits, file, text, says }) => {
      await inProject(edits, async (broken) => {
        expectSentences(await refusedHere(broken.project), 1, 'The document', broken.place(file, text), ...says);
      });
    },
  );

  test.concurrent('a misspelt key with references below it, as one mistake', async () => {
    await inProject([{ file: root, find: '\npaths:', replace: '\npahts:' }], async (broken) => {
      const { stderr } = await refusedHere(broken.project, ['lint']);
      expect(stderr).toContain(`${broken.place(root, 'pahts:')}1  struct`);
      expect(stderr).toContain('Did you mean paths');
      expect(stderr).not.toMatch(/invalid-ref|ENOENT| more\.$/);
    });
  });

  test.concurrent('a reference that leaves openapi/ through a symbolic link', async () => {
    await inProject([refTo('../../components/schemas/filters/Link.yaml')], async (broken) => {
      writeFileSync(broken.path('outside.yaml'), 'type: object\n');
      symlinkSync(broken.path('outside.yaml'), broken.path('openapi/components/schemas/filters/Link.yaml'));
      expectSentences(
        await refusedHere(broken.project, ['lint']),
        1,
        broken.place(filterPath, 'Link.yaml'),
        'leads out of the folder openapi/ through a symbolic link',
      );
    });
  });

  test.concurrent('an openapi.yaml that is a symbolic link out of openapi/', { tags: 'long' }, async () => {
    await inProject([], async (broken) => {
      renameSync(broken.path(root), broken.path('outside.yaml'));
      symlinkSync(broken.path('outside.yaml'), broken.path(root));
      expectSentences(
        await runBuild('lint', '--project', broken.project),
        2,
        root,
        'is a symbolic link',
        'Replace it by the file itself.',
      );
    });
  });

  test.concurrent.each<[what: string, edits: (url: string) => Edit[], file: string, text: string]>([
    ['a network address', (url) => [refTo(url)], filterPath, 'http://'],
    [
      'a network address behind aliases',
      (url) => withSmall(`x-url: &url ${url}\nx-key: &key $ref\nallOf:\n  - *key : *url\n`),
      small,
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
      await inProject(edits(url), async (broken) => {
        expectSentences(
          await refusedHere(broken.project),
          1,
          broken.place(file, text),
          url,
          'nothing is downloaded',
          'Copy the target',
        );
      });
      expect(requests).toBe(0);
    } finally {
      await served.close();
    }
  });

  test.concurrent('a project without openapi/', async () => {
    await inProject([], async (broken) => {
      rmSync(broken.path('openapi'), { recursive: true });
      expectSentences(
        await runBuild('lint', '--project', broken.project),
        2,
        `${root} does not exist in`,
        'Run the command in the folder of the project.',
      );
    });
  });

  test.concurrent.each(sample(['without a step', ...steps, '--check'], 6))(
    'a missing file, in every step: %s',
    { tags: 'long' },
    async (step) => {
      await inProject([refTo('../../components/schemas/filters/FilterUpdat.yaml')], async (broken) => {
        const args = step === 'without a step' ? [] : [step];
        expectSentences(
          await runBuild(...args, '--project', broken.project),
          1,
          broken.place(filterPath, 'FilterUpdat.yaml'),
          'which does not exist',
        );
      });
    },
  );
});
