import schema from '../../../generated/check/check-report.schema.json' with { type: 'json' };
import { inertJson } from '../../text/escape.js';
import type { CheckReport } from '../model/report/report.js';

interface Shape {
  $ref?: string;
  properties?: Readonly<Record<string, Shape>>;
  items?: Shape;
}

/**
 * The report as JSON that matches `check-report.schema.json`. Members always have the order of that schema, so that two
 * reports can be compared line by line.
 */
export function jsonReport(report: CheckReport): string {
  return `${inertJson(ordered(report, schema as Shape))}\n`;
}

/** Members that the schema does not name come last, sorted. */
function ordered(value: unknown, shape: Shape): unknown {
  const { properties = {}, items = {} } = named(shape);
  if (Array.isArray(value)) return value.map((item) => ordered(item, items));
  if (typeof value !== 'object' || value === null) return value;
  const order = Object.keys(properties);
  const place = (name: string): number => (Object.hasOwn(properties, name) ? order.indexOf(name) : order.length);
  const members = Object.entries(value).sort(([one], [other]) => place(one) - place(other) || (one < other ? -1 : 1));
  return Object.fromEntries(members.map(([name, each]) => [name, ordered(each, properties[name] ?? {})]));
}

function named(shape: Shape): Shape {
  const name = shape.$ref?.replace('#/$defs/', '');
  return name === undefined ? shape : ((schema.$defs as Readonly<Record<string, Shape>>)[name] ?? {});
}
