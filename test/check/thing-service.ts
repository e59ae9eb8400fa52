import { onTestFinished } from 'vitest';
import type { JsonObject } from './service/contract.js';
import { documentNamed } from './service/document.js';
import { type Act, pathOf, type ResourceService, serveDocument } from './service/resources.js';
import { type Reply, reply } from './service/service.js';

/** Habits that distinguish a service from a correct one. */
export interface ThingHabits {
  /** Responds to a creation that a correct service would accept; `store` creates the resource. */
  create?: (body: JsonObject, store: () => JsonObject) => Reply;
  /** Responds to a deletion. If it returns undefined, the service deletes the resource as usual. */
  remove?: (id: string) => Reply | undefined;
  /** Whether it accepts any body. */
  takesAnyBody?: boolean;
  /** Whether a creation needs no key. */
  needsNoKey?: boolean;
  /** Whether deleting a thing also deletes its parts. */
  cascades?: boolean;
  /** Called before each response. */
  onRequest?: (count: number) => void;
}

/** The resources that the service has at the beginning. */
export const firstThings = {
  '/things/t1': { id: 't1', name: 'Production', size: 3 },
  '/things/t2': { id: 't2', name: 'Staging', size: 4 },
};

/** The document of a service with things, which can have parts. @param without operations that the document omits */
export function thingDocument(...without: string[]) {
  const document = documentNamed('things');
  for (const item of Object.values(document.paths))
    for (const [method, operation] of Object.entries(item))
      if (without.includes((operation as { operationId?: string }).operationId ?? '')) delete item[method];
  return document;
}

/** Starts a service, which ends with the test. @param without operations that its document leaves out */
export async function serveThings(habits: ThingHabits, without: string[] = []): Promise<ResourceService> {
  let count = 0;
  const remove: Act = (call, _, resources) => {
    const path = pathOf(call);
    const refusal = habits.remove?.(path.slice(path.lastIndexOf('/') + 1));
    if (refusal || habits.cascades) return refusal;
    return [...resources.keys()].some((key) => key.startsWith(`${path}/`)) ? reply(409, {}) : undefined;
  };
  // The service has all operations, including those that its document leaves out.
  const service = await serveDocument(thingDocument(), {
    resources: firstThings,
    acts: {
      createThing: (call, behaviour) => habits.create?.(call.body as JsonObject, () => behaviour.create(call)),
      deleteThing: remove,
      removePart: remove,
    },
    change: (base) => ({
      key: (call) => (habits.needsNoKey && call.operation?.method === 'POST' ? undefined : base.key(call)),
      idFor: ({ template }, number) => `${template === '/things' ? 't' : 'p'}${number + 2}`,
      body(call) {
        const refusal = base.body(call);
        if (refusal && habits.takesAnyBody) call.body = {};
        return habits.takesAnyBody ? undefined : refusal;
      },
      schema: (call) => (habits.takesAnyBody ? undefined : base.schema(call)),
      send(_, response) {
        count += 1;
        habits.onRequest?.(count);
        return response;
      },
    }),
  });
  onTestFinished(service.close);
  return { ...service, document: thingDocument(...without) };
}

/** Returns the paths of all things and parts that the service did not have at the beginning. */
export function leftIn({ resources }: ResourceService): string[] {
  return [...resources.keys()].filter((path) => !Object.hasOwn(firstThings, path)).sort();
}

/** Returns the initial things in their current state. */
export function firstIn({ resources }: ResourceService): object {
  return Object.fromEntries(Object.keys(firstThings).map((path) => [path, resources.get(path)]));
}
