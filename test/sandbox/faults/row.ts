import { expect } from 'vitest';
import type { JsonObject } from '../../../scripts/contract/json.js';
import { type Ask, type Got, responsesOf } from './ask.js';
import { type Scene, scenes } from './scenes.js';

/** The expectations for one faulty or unusual server. */
export interface Row {
  name: string;
  /** The scenes whose responses differ from those of the correct server; in all others they must be equal. */
  differs: readonly Scene[] | ((right: readonly Got[], asks: readonly Ask[]) => boolean);
  /** Checks how the server deviates. */
  probe(run: RunScene): Promise<void>;
}

/** Sends the requests of a scene to the server of the row, and returns the responses. */
type RunScene = (scene: Scene) => Promise<Got[]>;

export const row = (name: string, differs: Row['differs'], probe: Row['probe']): Row => ({ name, differs, probe });

const right = new Map<Scene, Promise<Got[]>>();

/** Returns the responses of the correct server in a scene. */
export function correctResponses(scene: Scene): Promise<Got[]> {
  const known = right.get(scene) ?? responsesOf([], scenes[scene]);
  right.set(scene, known);
  return known;
}

/** Returns the first response of the correct server in a scene. */
export const first = async (scene: Scene): Promise<Got> => (await correctResponses(scene))[0] as Got;

export const allScenes = Object.keys(scenes) as Scene[];

/** Selects the scenes in which a success response of the correct server contains this text. */
export const showing =
  (text: RegExp) =>
  (responses: readonly Got[]): boolean =>
    responses.some((got) => got.status < 300 && text.test(got.text));

/** Selects the scenes in which the correct server returns such a status. */
export const withStatus =
  (matches: (status: number) => boolean) =>
  (responses: readonly Got[]): boolean =>
    responses.some(({ status }) => matches(status));

export function json(got: Got | undefined): JsonObject {
  return JSON.parse(got?.text ?? '') as JsonObject;
}

export function list(got: Got | undefined): JsonObject[] {
  return JSON.parse(got?.text ?? '') as JsonObject[];
}

export function items(resource: JsonObject, field: string): JsonObject[] {
  return resource[field] as JsonObject[];
}

export const statuses = (responses: readonly Got[]): number[] => responses.map(({ status }) => status);

/** A row that checks only the statuses in some scenes. */
export function status(name: string, wanted: Partial<Record<Scene, number[]>>, differs = Object.keys(wanted)): Row {
  return row(name, differs as Scene[], async (run) => {
    for (const [scene, codes] of Object.entries(wanted) as [Scene, number[]][]) {
      const responses = await run(scene);
      expect(statuses(responses), scene).toEqual(codes);
      if (differs.includes(scene)) expect(codes).not.toEqual(statuses(await correctResponses(scene)));
      for (const got of responses)
        if (got.status === 500) expect(json(got)).toEqual({ detail: 'Internal Server Error' });
    }
  });
}

/** A row for an update that stores something different, which reads then return. */
export function stored(
  name: string,
  scene: Scene,
  check: (shown: JsonObject, right: JsonObject) => void,
  differs: readonly Scene[] = [scene],
): Row {
  return row(name, differs, async (run) => {
    const [update, ...more] = await run(scene);
    expect(update?.status).toBe(200);
    // The last request of a scene is a read.
    const [last, before] = [more.at(-1), more.at(-2) ?? update];
    expect(last?.bytes).toEqual(before?.bytes);
    check(json(last), json((await correctResponses(scene)).at(-1)));
  });
}

/** The scenes in which an update changes the entry with every field. */
export const updates: readonly Scene[] = [
  'sends a long text',
  'sends emoji',
  'sends spaces around a title',
  'sends ids in capitals',
  'updates the title',
  'updates the external id',
  'updates the headline with a long one',
  'updates the slugs',
  'updates the tier',
  'updates the resources',
  'updates the resources twice',
  'updates the media',
];

/** The scenes that read the list of partner entries. */
export const lists: readonly Scene[] = [
  'lists partner entries',
  'updates the title',
  'updates the title, and back',
  'creates an entry',
];
