import { describe, expect, it } from 'vitest';
import { llmsText } from '../../scripts/build/docs/llms.js';
import { eachOperation } from '../../scripts/contract/operations.js';
import { bundle } from '../spec/bundle.js';

describe('llms.txt', () => {
  it('has title, summary, notes and then lists of links, one per line', () => {
    const lines = llmsText(bundle).trimEnd().split('\n');
    expect(lines.slice(0, 3)).toEqual([
      '# Directory interface',
      '',
      '> The private HTTP interface of a directory service, version segment v1alpha.',
    ]);
    const lists = lines.slice(lines.findIndex((line) => line.startsWith('## ')));
    expect(lists.filter((line) => !/^(?:|## [\w ]+|- \[[\w.-]+\]\([\w./-]+\): .+)$/.test(line))).toEqual([]);
    for (const { operation } of eachOperation(bundle))
      expect(lists.join('\n')).toContain(`- [${operation.operationId}](operations/${operation.operationId}.md): `);
  });
});
