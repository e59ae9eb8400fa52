// @ts-check
import { isObject } from '../contract/walk.js';
import { formatValue } from './format.js';

/** Each tag is in exactly one group of `x-tagGroups`. @param {unknown} document */
export default function tagGroups(document) {
  if (!isObject(document)) return [];
  const tags = (Array.isArray(document.tags) ? document.tags : []).map((tag) => (isObject(tag) ? tag.name : undefined));
  const groups = document['x-tagGroups'];
  if (!Array.isArray(groups)) {
    return [
      {
        message:
          `Expected x-tagGroups to be a list of groups; ` +
          `found ${formatValue(groups)}. Write one object per group, with name and tags.`,
        path: ['x-tagGroups'],
      },
    ];
  }
  const findings = [];
  /** @type {Map<unknown, unknown>} tag → group */
  const groupByTag = new Map();
  for (const [index, group] of groups.entries()) {
    const path = ['x-tagGroups', index];
    if (!isObject(group) || typeof group.name !== 'string' || !Array.isArray(group.tags)) {
      findings.push({
        message: `Expected a group with name and tags; found ${formatValue(group)}. Write both fields.`,
        path,
      });
      continue;
    }
    for (const [position, tag] of group.tags.entries()) {
      const itemPath = [...path, 'tags', position];
      if (!tags.includes(tag)) {
        findings.push({
          message:
            `Expected a tag that is declared under tags; found ${formatValue(tag)}. Declare it, or correct ` +
            `the name.`,
          path: itemPath,
        });
      } else if (groupByTag.has(tag)) {
        findings.push({
          message:
            `Expected each tag in one group; found ${formatValue(tag)} in ${formatValue(groupByTag.get(tag))} ` +
            `and again in ${formatValue(group.name)}. Remove it from one of them.`,
          path: itemPath,
        });
      }
      groupByTag.set(tag, groupByTag.get(tag) ?? group.name);
    }
  }
  for (const [index, tag] of tags.entries()) {
    if (typeof tag !== 'string' || groupByTag.has(tag)) continue;
    findings.push({
      message:
        `Expected ${formatValue(tag)} in one group of x-tagGroups; ` +
        `found it in no group. Add it: the docs leave out operations of a tag without a group.`,
      path: ['tags', index, 'name'],
    });
  }
  return findings;
}
