import { expect } from 'vitest';
import type { JsonObject } from '../../../scripts/contract/json.js';
import { type Ask, answersOf, type Got } from './ask.js';
import { type Scene, scenes } from './scenes.js';

/** What one row of the catalogue says, in terms of requests and answers. */
export interface Row {
  name: string;
  /** The scenes that go another way than with the right server: these and no others. */
  differs: readonly Scene[] | ((right: readonly Got[], asks: readonly Ask[]) => boolean);
  /** Looks at the deviation itself. */
  probe(told: Told): Promise<void>;
}

/** What the server of the row answers in a scene. */
type Told = (scene: Scene) => Promise<Got[]>;

export const row = (name: string, differs: Row['differs'], probe: Row['probe']): Row => ({ name, differs, probe });

const right = new Map<Scene, Promise<Got[]>>();

/** What the right server answers in a scene. */
export function rightAnswers(scene: Scene): Promise<Got[]> {
  const known = right.get(scene) ?? answersOf([], scenes[scene]);
  right.set(scene, known);
  return known;
}

/** The first of them. */
export const first = async (scene: Scene): Promise<Got> => (await rightAnswers(scene))[0] as Got;

export const allScenes = Object.keys(scenes) as Scene[];

/** The scenes where an answer of the right server holds this. */
export const showing =
  (text: RegExp) =>
  (answers: readonly Got[]): boolean =>
    answers.some((got) => got.status < 300 && text.test(got.text));

/** The scenes where the right server answers with such a status. */
export const answering =
  (isSuch: (status: number) => boolean) =>
  (answers: readonly Got[]): boolean =>
    answers.some(({ status }) => isSuch(status));

export function json(got: Got | undefined): JsonObject {
  return JSON.parse(got?.text ?? '') as JsonObject;
}

/** The answer as a list of things. */
export function list(got: Got | undefined): JsonObject[] {
  return JSON.parse(got?.text ?? '') as JsonObject[];
}

/** The things in a field of an object. */
export function items(resource: JsonObject, field: string): JsonObject[] {
  return resource[field] as JsonObject[];
}

export const statuses = (answers: readonly Got[]): number[] => answers.map(({ status }) => status);

/** A row whose scenes come to these statuses, and that is all there is to it. */
export function status(name: string, wanted: Partial<Record<Scene, number[]>>, differs = Object.keys(wanted)): Row {
  return row(name, differs as Scene[], async (told) => {
    for (const [scene, codes] of Object.entries(wanted) as [Scene, number[]][]) {
      const answers = await told(scene);
      expect(statuses(answers), scene).toEqual(codes);
      if (differs.includes(scene)) expect(codes).not.toEqual(statuses(await rightAnswers(scene)));
      for (const got of answers) if (got.status === 500) expect(json(got)).toEqual({ detail: 'Internal Server Error' });
    }
  });
}

/** A row where an update goes another way, and is read as it was stored. */
export function stored(
  name: string,
  scene: Scene,
  check: (shown: JsonObject, right: JsonObject) => void,
  differs: readonly Scene[] = [scene],
): Row {
  return row(name, differs, async (told) => {
    const [update, ...more] = await told(scene);
    expect(update?.status).toBe(200);
    // The answers come one after another; the last is a reading.
    const [last, before] = [more.at(-1), more.at(-2) ?? update];
    expect(last?.bytes).toEqual(before?.bytes);
    check(json(last), json((await rightAnswers(scene)).at(-1)));
  });
}

/** Scenes where an update of the entry that has everything is stored and changes something. */
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

/** Scenes where the list of partner entries is read. */
export const lists: readonly Scene[] = [
  'lists partner entries',
  'updates the title',
  'updates the title, and back',
  'creates an entry',
];
