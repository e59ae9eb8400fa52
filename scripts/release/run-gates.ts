import { availableParallelism } from 'node:os';
import type { Extent, Gate, GateResult } from './gate.js';
import type { PackedPackage } from './packed-package.js';

/** A gate that was passed, or was not. */
export interface GateOutcome extends GateResult {
  name: string;
}

/** Told when a gate begins, and when it has ended after so many milliseconds. */
export interface GateWatcher {
  begin(name: string): void;
  end(name: string, milliseconds: number): void;
}

/** Takes a package through one gate. A package that cannot even be looked at has not passed. */
export async function throughGate(gate: Gate, packed: PackedPackage, scope: Extent): Promise<GateOutcome> {
  try {
    return { name: gate.name, ...(await gate.run(packed, scope)) };
  } catch (error) {
    return {
      name: gate.name,
      figure: 'not measured',
      problems: [`The gate could not look at the package: ${String((error as Error).message)}`],
    };
  }
}

/** Runs every gate, as many at a time as the machine has processors. The outcomes are in the order of the gates. */
export async function runGates(
  gates: readonly Gate[],
  packed: PackedPackage,
  scope: Extent,
  watcher: GateWatcher,
): Promise<GateOutcome[]> {
  const outcomes: GateOutcome[] = [];
  const waiting = [...gates.entries()];
  const passThrough = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const [index, gate] = next;
      watcher.begin(gate.name);
      const start = performance.now();
      outcomes[index] = await throughGate(gate, packed, scope);
      watcher.end(gate.name, performance.now() - start);
    }
  };
  await Promise.all(Array.from({ length: Math.max(2, availableParallelism()) }, passThrough));
  return outcomes;
}
