import schema from '../../../generated/check/check-report.schema.json' with { type: 'json' };
import { toSafeJson } from '../../text/escape.js';
import type { CheckReport } from '../model/report/report.js';

interface SchemaShape {
  $ref?: string;
  properties?: Readonly<Record<string, SchemaShape>>;
  items?: SchemaShape;
}

/** Returns the report as JSON, with members in the order of its schema, so that two reports can be compared. */
export function jsonReport(report: CheckReport): string {
  return `${toSafeJson(orderMembers(report, schema as SchemaShape))}\n`;
}

/** Orders members as the schema does. Members that the schema does not name come last, sorted by name. */
function orderMembers(value: unknown, shape: SchemaShape): unknown {
  const { properties = {}, items = {} } = resolveShape(shape);
  if (Array.isArray(value)) return value.map((item) => orderMembers(item, items));
  if (typeof value !== 'object' || value === null) return value;
  const order = Object.keys(properties);
  const positionOf = (name: string): number => (Object.hasOwn(properties, name) ? order.indexOf(name) : order.length);
  const members = Object.entries(value).sort(([a], [b]) => positionOf(a) - positionOf(b) || (a < b ? -1 : 1));
  return Object.fromEntries(members.map(([name, each]) => [name, orderMembers(each, properties[name] ?? {})]));
}

function resolveShape(shape: SchemaShape): SchemaShape {
  const name = shape.$ref?.replace('#/$defs/', '');
  return name === undefined ? shape : ((schema.$defs as Readonly<Record<string, SchemaShape>>)[name] ?? {});
}
