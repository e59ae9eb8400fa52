import { escapeToken, parsePointer } from '../../contract/pointer.js';
import type { Severity } from './finding.js';
import type { RuleId } from './rules/index.js';

/** One difference between a response and the expected response. Similar deviations become one finding. */
export interface Deviation {
  rule: RuleId;
  severity: Severity;
  /** JSON pointer into the body, with `*` for a position in an array. */
  pointer: string;
  message: string;
  expected: string;
  actual: string;
  /** JSON pointer to the contradicted fact in the contract. */
  contract: string;
  /** Whether the body was judged, although such a deviation usually makes a body unreadable. */
  isBodyJudged?: boolean;
  /** The answered question that makes this a violation. Without it, the deviation would be less severe. */
  answeredQuestion?: string;
  /** The id that the response should contain, but does not. */
  missingId?: string;
  /** The path of the resource that the response contains, but should not. */
  shownPath?: string;
  /** The open question that the deviation helps to answer. */
  openQuestion?: string;
}

/** Removes the positions in arrays from a JSON pointer, so that the same error in each item is one finding. */
export function withoutPositions(pointer: string, value: unknown): string {
  let current: unknown = value;
  let result = '';
  for (const key of parsePointer(pointer)) {
    result += Array.isArray(current) ? '/*' : `/${escapeToken(key)}`;
    current = typeof current === 'object' && current !== null ? (current as Record<string, unknown>)[key] : undefined;
  }
  return result;
}

/** Maximum number of characters of a value in a message. */
const maxLength = 120;

/** Formats a value as short text for a message. */
export function formatValue(value: unknown): string {
  if (value === undefined) return 'nothing';
  const text = JSON.stringify(truncate(value, { characters: maxLength + 1 })) ?? String(value);
  return text.length > maxLength ? `${text.slice(0, maxLength - 3)}…` : text;
}

/** Returns the beginning of a value, about `characterBudget.left` characters, since a value may have ten million. */
function truncate(value: unknown, characterBudget: { characters: number }): unknown {
  if (typeof value === 'string') {
    characterBudget.characters -= value.length + 2;
    return value.slice(0, maxLength);
  }
  characterBudget.characters -= 1;
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    const items: unknown[] = [];
    for (let index = 0; index < value.length && characterBudget.characters > 0; index += 1)
      items.push(truncate(value[index], characterBudget));
    return items;
  }
  const members: [name: string, below: unknown][] = [];
  for (const name in value) {
    if (characterBudget.characters <= 0) break;
    characterBudget.characters -= name.length + 3;
    members.push([name.slice(0, maxLength), truncate((value as Record<string, unknown>)[name], characterBudget)]);
  }
  return Object.fromEntries(members);
}
