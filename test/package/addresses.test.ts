import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  findBrokenLinks,
  findManifestProblems,
  findPlaceholders,
  type Manifest,
} from '../../scripts/release/gates/addresses.js';
import { homepage } from '../../scripts/text/homepage.js';

const project = resolve(import.meta.dirname, '../..');
const read = (path: string): string => readFileSync(join(project, path), 'utf8');

const docs = readdirSync(join(project, 'generated/docs')).map((name) => `generated/docs/${name}`);
const files = ['CHANGELOG.md', 'LICENSE', 'recipes/README.md', ...docs];
const ownManifest = JSON.parse(read('package.json')) as Manifest;
const goodManifest: Manifest = {
  homepage,
  repository: { type: 'git', url: 'git+https://git.example.org/directory-contract.git' },
  bugs: { url: 'https://git.example.org/directory-contract/issues' },
  keywords: ['openapi'],
};

describe('package.json', () => {
  it('has homepage, repository, bugs and keywords, and its homepage is that in the code', () => {
    expect(findManifestProblems(ownManifest)).toEqual([]);
    expect(ownManifest.homepage).toBe(homepage);
  });

  it.each([
    [{ homepage: undefined }, 'package.json has no homepage. Add it.'],
    [{ repository: undefined }, 'package.json has no repository.url. Add it.'],
    [{ bugs: {} }, 'package.json has no bugs.url. Add it.'],
    [{ keywords: [] }, 'package.json has no keywords. Add it.'],
    [
      { homepage: 'https://other.example.org/' },
      'package.json has the homepage https://other.example.org/, and scripts/text/homepage.ts has ' +
        `${homepage}. Make them equal.`,
    ],
  ])('is refused without a valid field: %j', (change, problem) => {
    expect(findManifestProblems({ ...goodManifest, ...change } as Manifest)).toEqual([problem]);
  });

  it('is refused by a release if its addresses are placeholders', () => {
    const realText = 'https://directory.example.org/';
    expect(findPlaceholders({ ...goodManifest, homepage: realText }, `[Docs](${realText})`)).toEqual([]);
    for (const address of [{ homepage }, { bugs: ownManifest.bugs }, { repository: ownManifest.repository }])
      expect(findPlaceholders({ ...goodManifest, homepage: realText, ...address } as Manifest, '')).toEqual([
        expect.stringContaining('The placeholder directory-contract.example is still in package.json (1 time).'),
      ]);
    const staleText = 'Read [the guide](https://directory-contract.example/safety.html#the-key).';
    expect(findPlaceholders({ ...goodManifest, homepage: realText }, staleText)).toEqual([
      expect.stringMatching(/^The placeholder directory-contract\.example is still in README\.md \(1 time\)\. /),
    ]);
  });
});

describe('the links of README.md', () => {
  it('lead to files of the package, to the published docs, or to other sites', () => {
    expect(findBrokenLinks(read('README.md'), files)).toEqual([]);
  });

  it.each([
    '[a](CHANGELOG.md)',
    '[a](./recipes/README.md#writes)',
    '[a](#use-the-client)',
    `[a](${homepage})`,
    `[a](${homepage}safety.html#the-key)`,
    '[a](https://example.com/x)',
    '```md\n[a](gone.md)\n```',
  ])('may be %s', (text) => {
    expect(findBrokenLinks(text, files)).toEqual([]);
  });

  it.each(['[a](openapi/README.md)', '[a][b]\n\n[b]: CONTRIBUTING.md', `![a](${homepage}gone.html)`, '[a](<recipes>)'])(
    'may not be %s',
    (text) => {
      expect(findBrokenLinks(text, files)).toEqual([
        expect.stringMatching(/^README\.md links to .+ has no .+\. Link to /),
      ]);
    },
  );
});
