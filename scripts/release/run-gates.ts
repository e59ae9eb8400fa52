import { availableParallelism } from 'node:os';
import type { Extent, Gate, GateResult } from './gate.js';
import type { PackedPackage } from './packed-package.js';

export interface GateOutcome extends GateResult {
  name: string;
}

/** Called when a gate begins, and when it has ended, with its duration. */
export interface GateWatcher {
  begin(name: string): void;
  end(name: string, milliseconds: number): void;
}

/** Runs one gate on a package. A gate that cannot run has failed. */
export async function throughGate(gate: Gate, packed: PackedPackage, scope: Extent): Promise<GateOutcome> {
  try {
    return { name: gate.name, ...(await gate.run(packed, scope)) };
  } catch (error) {
    return {
      name: gate.name,
      figure: 'not measured',
      problems: [`The gate could not check the package: ${String((error as Error).message)}`],
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
