import { afterAll, beforeAll, describe, it } from 'vitest';
import { servedWorld, type World, worlds } from '../answers/worlds.js';
import { isWhole } from '../sample.js';
import { runWorldProgram } from './run-world-program.js';

/** A normal run tries one world, the long run all of them. */
const triedValues = isWhole ? worlds : ['next-after.answers.yaml'];

describe.each(triedValues)('a program for the world %s', (name) => {
  let world: World;
  beforeAll(async () => {
    world = await servedWorld(name);
  });
  afterAll(async () => world.served.close());

  it.each(['esm', 'commonjs'] as const)('compiles and runs with the generated client: %s', { tags: 'long' }, (form) =>
    runWorldProgram(world, world.taughtContract.document, form),
  );
});
