import { existsSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { parse } from 'yaml';

const skill = readFileSync('skills/directory-contract/SKILL.md', 'utf8');

it('the skill has the name of its folder, and a length that agents can read', () => {
  const [, head = ''] = skill.split('---\n');
  const { name, description, ...others } = parse(head) as { name: string; description: string };
  expect({ name, others }).toEqual({ name: 'directory-contract', others: { license: 'MIT' } });
  expect(description.length).toBeLessThanOrEqual(1024);
  expect(skill.split('\n').length).toBeLessThanOrEqual(150);
});

it('the skill names existing pages, and the right numbers of operations', () => {
  const pages = [...skill.matchAll(/`([\w./-]+\.(?:md|txt))`/g)].map(([, page]) => page);
  expect(pages.length).toBeGreaterThan(15);
  expect(pages.filter((page) => !existsSync(`generated/docs/${page}`))).toEqual([]);
  const counts = [...readFileSync('generated/docs/llms.txt', 'utf8').matchAll(/^- (\w+) \((\d+)/gm)];
  expect(counts).toHaveLength(3);
  for (const [, standing, count] of counts) expect(skill).toContain(`*${standing}* (${count}`);
});
