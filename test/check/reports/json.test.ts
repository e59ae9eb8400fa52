import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { describe, expect, it } from 'vitest';
import type { CheckReport } from '../../../scripts/check/model/report/report.js';
import { renderReport } from '../../../scripts/check/reports/index.js';
import { words } from '../../words.js';
import { fullReport, sampleReport } from './sample.js';

type Loose = Record<string, unknown>;

const schema = JSON.parse(
  readFileSync(new URL('../../../generated/check/check-report.schema.json', import.meta.url), 'utf8'),
) as Loose;
const ajv = new Ajv2020({ strict: true, allErrors: true, strictRequired: true });
addFormats.default(ajv);
const isReport = ajv.compile(schema);

describe('the JSON report', () => {
  it('is the report itself, and matches the published schema', () => {
    for (const report of [sampleReport(), sampleReport({ green: true }), fullReport()]) {
      const read: unknown = JSON.parse(renderReport('json', report));
      expect(read).toEqual(report);
      expect(isReport(read), ajv.errorsText(isReport.errors)).toBe(true);
    }
  });

  it('does not match the schema with an unknown member, without a required one, or with a wrong type', () => {
    const report: unknown = JSON.parse(renderReport('json', fullReport()));
    const optionalValues = new Set(
      words`file shard timings total unseen minFields line baseline reason stopped since seenIn
        docs config`,
    );
    const wrongValues: string[] = [];
    let attempts = 0;
    const attempt = (what: string, holder: Loose, change: () => void): void => {
      const copy = { ...holder };
      change();
      attempts += 1;
      if (isReport(report)) wrongValues.push(what);
      for (const key of Object.keys(holder)) delete holder[key];
      Object.assign(holder, copy);
    };
    const walk = (value: unknown, pointer: string): void => {
      if (typeof value !== 'object' || value === null) return;
      const holder = value as Loose;
      const isList = Array.isArray(value);
      const isMap = /\/(?:statuses|failures|unseen)$/.test(pointer) && pointer !== '/coverage/statuses';
      if (!isList) attempt(`${pointer}/extra`, holder, () => Object.assign(holder, { extra: 1 }));
      for (const [key, before] of Object.entries(holder)) {
        attempt(`${pointer}/${key} as another type`, holder, () => {
          holder[key] = typeof before === 'string' ? 7 : 'text that no list has';
        });
        if (!isList && !optionalValues.has(key) && !isMap)
          attempt(`${pointer} without ${key}`, holder, () => void delete holder[key]);
        walk(before, `${pointer}/${key}`);
      }
    };
    walk(report, '');
    // The items of a list of texts may be any text.
    expect(wrongValues).toEqual([]);
    expect(attempts).toBeGreaterThan(300);
    expect(isReport(report)).toBe(true);
  });

  it('has its members in the order of the schema', () => {
    const report = fullReport();
    const backwards = (value: unknown): unknown => {
      if (Array.isArray(value)) return value.map(backwards);
      if (typeof value !== 'object' || value === null) return value;
      return Object.fromEntries(
        Object.entries(value)
          .reverse()
          .map(([key, each]) => [key, backwards(each)]),
      );
    };
    const text = renderReport('json', report);
    expect(renderReport('json', backwards(report) as CheckReport)).toBe(text);
    const follow = (node: Loose): Loose => {
      const ref = node['$ref'];
      if (typeof ref !== 'string') return node;
      return (schema['$defs'] as Record<string, Loose>)[ref.slice('#/$defs/'.length)] ?? {};
    };
    const compare = (value: unknown, node: Loose): void => {
      const { properties, items } = follow(node) as { properties?: Record<string, Loose>; items?: Loose };
      if (Array.isArray(value)) for (const item of value) compare(item, items ?? {});
      else if (typeof value === 'object' && value !== null && properties) {
        expect(Object.keys(value)).toEqual(Object.keys(properties).filter((name) => name in value));
        for (const [name, each] of Object.entries(value)) compare(each, properties[name] ?? {});
      }
    };
    compare(JSON.parse(text), schema);
  });

  it('describes each member', () => {
    const undescribedValues: string[] = [];
    const walk = (node: Loose, pointer: string): void => {
      for (const [name, property] of Object.entries((node['properties'] ?? {}) as Record<string, Loose>)) {
        const ref = property['$ref'];
        const target = typeof ref === 'string' ? (schema['$defs'] as Record<string, Loose>)[ref.slice(8)] : undefined;
        if (property['description'] === undefined && target?.['description'] === undefined)
          undescribedValues.push(`${pointer}/${name}`);
        walk(property, `${pointer}/${name}`);
      }
    };
    walk(schema, '');
    for (const [name, node] of Object.entries(schema['$defs'] as Record<string, Loose>)) walk(node, name);
    expect(undescribedValues).toEqual([]);
  });
});
