import type { JsonObject } from '../../contract/json.js';
import type { Behaviour } from '../behaviour/behaviour.js';
import type { Responding } from '../behaviour/responding.js';
import type { SandboxOperation } from '../model/operations.js';
import type { ReadContract } from '../model/read-contract.js';
import { Refusal } from '../model/response.js';
import type { Store, Stored } from '../model/store.js';
import { operationFor } from './read-scenario.js';
import type { Stage } from './scenario.js';

/** Changes resources as requests of the interface would, so that everything that depends on them changes as well. */
export function changesOn(
  { operations }: ReadContract,
  store: Store,
  responding: Responding,
  behaviour: Behaviour,
): Pick<Stage, 'remove' | 'set'> {
  const request = new Request('http://scenario.invalid/');
  const attempt = (change: () => void): string | undefined => {
    try {
      change();
      return undefined;
    } catch (error) {
      // Such as a listener that could not store the change.
      if (!(error instanceof Refusal)) return String((error as Error).message);
      return [error.message, ...error.mistakes.map(({ pointer, message }) => `${pointer} ${message}.`)].join(' ');
    }
  };
  const perform = (operation: SandboxOperation, { id, parents }: Stored, body?: JsonObject): void => {
    const parameters = { ...parents, [operation.itemParameter ?? '']: id };
    responding.perform({ request, path: '/', operation, parameters, store }, behaviour, { operation, body });
  };
  return {
    remove(kind, id) {
      const record = store.get(kind, id);
      // Somebody may have removed it before.
      if (!record) return undefined;
      const operation = operationFor('delete', kind, operations);
      return attempt(() =>
        operation ? perform(operation, record) : store.commit([...store.removalsBelow(id), ['remove', kind, id]]),
      );
    },
    set(kind, id, fields) {
      const record = store.get(kind, id);
      const operation = operationFor('update', kind, operations);
      return record && operation ? attempt(() => perform(operation, record, fields)) : `no ${kind} has the id ${id}.`;
    },
  };
}
