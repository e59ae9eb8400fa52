import type { SandboxOperation } from './operations.js';

/** The operations of the contract that a URL matches. */
export interface Route {
  /** The operations of every template that the URL matches, the most literal template first. */
  operations: readonly SandboxOperation[];
  /** The values of the parameters of each of these operations, in the same order. */
  parameters: readonly Readonly<Record<string, string>>[];
}

interface Node {
  literal: Map<string, Node>;
  parameter: Node | undefined;
  operations: SandboxOperation[];
}

/** Finds operations by path; the time depends on the length of the path, not on the number of operations. */
export function createRouter(operations: readonly SandboxOperation[]): (path: string) => Route {
  const root = node();
  for (const operation of operations) {
    let at = root;
    for (const segment of operation.path.split('/').slice(1)) {
      if (segment.startsWith('{')) {
        at = at.parameter ??= node();
      } else {
        const next = at.literal.get(segment) ?? node();
        at.literal.set(segment, next);
        at = next;
      }
    }
    at.operations.push(operation);
  }
  return (path) => {
    const segments = path.split('/');
    const found: SandboxOperation[] = [];
    const parameters: Record<string, string>[] = [];
    const values: string[] = [];
    const walk = (at: Node, index: number): void => {
      const segment = segments[index];
      if (segment === undefined) {
        for (const operation of at.operations) {
          const before = found.at(-1)?.path === operation.path ? parameters.at(-1) : undefined;
          found.push(operation);
          parameters.push(before ?? named(operation, values));
        }
        return;
      }
      // A character and its percent-encoding are the same (RFC 3986 §6.2.2.2).
      const literal = at.literal.get(decode(segment));
      if (literal) walk(literal, index + 1);
      // No parameter has an empty value; the slash at the end of a path makes an empty segment, which needs a literal.
      if (at.parameter && segment !== '') {
        values.push(decode(segment));
        walk(at.parameter, index + 1);
        values.pop();
      }
    };
    // Before the first slash is nothing.
    walk(root, 1);
    return { operations: found, parameters };
  };
}

function named(operation: SandboxOperation, values: readonly string[]): Record<string, string> {
  return Object.fromEntries(operation.parameters.map(({ name }, index) => [name, values[index] ?? '']));
}

function node(): Node {
  return { literal: new Map(), parameter: undefined, operations: [] };
}

function decode(segment: string): string {
  if (!segment.includes('%')) return segment;
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
