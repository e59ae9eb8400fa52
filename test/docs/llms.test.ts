import { describe, expect, it } from 'vitest';
import { eachOperation } from '../../scripts/contract/operations.js';
import { bundle } from '../spec/bundle.js';
import { ownSite } from './pages-fixture.js';

describe('llms.txt', () => {
  it('has title, summary, notes and then lists of links, one per line', () => {
    const site = ownSite();
    const lines = (site.get('llms.txt') ?? '').trimEnd().split('\n');
    expect(lines.slice(0, 3)).toEqual([
      '# Directory interface',
      '',
      '> The private HTTP interface of a directory service, version segment v1alpha.',
    ]);
    const lists = lines.slice(lines.findIndex((line) => line.startsWith('## ')));
    expect(lists.filter((line) => !/^(?:|## [\w ]+|- \[[\w./-]+\]\([\w./-]+\): .+)$/.test(line))).toEqual([]);
    for (const { operation } of eachOperation(bundle))
      expect(lists.join('\n')).toContain(`- [${operation.operationId}](operations/${operation.operationId}.md): `);
    // Each page is linked exactly once, in its Markdown form.
    const linked = lists.flatMap((line) => /^- \[[^\]]*\]\((\S+)\)/.exec(line)?.[1] ?? []);
    const pages = [...site.keys()].filter((path) => /^(?!404).*\.md$/.test(path));
    expect(linked.filter((path) => path.endsWith('.md')).toSorted()).toEqual(pages.toSorted());
    for (const path of linked) expect(site.has(path) || /^openapi\.(?:yaml|json)$/.test(path), path).toBe(true);
  });
});
