import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Answer, defaultFile } from '../../scripts/answers/answers.js';
import { type CheckResult, checkWithPresence } from '../../scripts/check/engine/check.js';
import { withAnswer } from '../../scripts/learn/edit-answers.js';
import type { World } from '../answers/worlds.js';
import { withMany } from '../check/evidence/many-resources.js';
import { everything } from '../check/run.js';
import { type Found, type Mode, pagesByHand } from './claims.js';
import { learnFrom } from './learned.js';

export const allWrites = { writes: 'disposable', ...everything, confirmHost: '127.0.0.1' } as const;

/** Returns a text to which the answer of a person is added. */
export function answeredByPerson(text: string, question: string, { value, except }: Answer): string {
  return withAnswer(text, question, { value, ...(except && { except }), from: { by: 'platform team' } });
}

/** A world that is learnt into a file. At first, the file contains only the form of pages, if no response shows it. */
export class LearntWorld {
  readonly file: string;
  readonly #world: World;
  readonly #folder: string;
  readonly #only: readonly string[] | undefined;

  /** @param only operations to learn from; by default all */
  constructor(world: World, folder: string, only?: readonly string[]) {
    this.#world = world;
    this.#folder = folder;
    this.#only = only;
    this.file = join(folder, defaultFile);
    const pages = pagesByHand(world.taughtContract.answers.answers);
    if (pages) writeFileSync(this.file, answeredByPerson('', 'lists.envelope', pages));
  }

  /** Runs `learn --yes --accept-likely`. @returns the answers in the file afterwards */
  async learn(mode: Mode): Promise<{ code: number; answers: Found }> {
    this.#begin();
    const { include, ...writes } = allWrites;
    return learnFrom(
      {
        ...{ baseUrl: this.#world.served.url, runs: '1', yes: true, acceptLikely: true, json: true },
        ...(mode === 'writes' && { ...writes, include: include.join(',') }),
        ...(this.#only && { only: this.#only.join(',') }),
      },
      this.#folder,
    );
  }

  /** Runs a strict check with the learnt answers. */
  async check(mode: Mode): Promise<CheckResult> {
    this.#begin();
    return checkWithPresence({
      ...{ baseUrl: this.#world.served.url, runs: 1, strict: true, answers: this.file },
      ...(mode === 'writes' && allWrites),
      ...(this.#only && { only: [...this.#only] }),
    });
  }

  /** Adds the true answers to these questions to the file, as if a person had given them. */
  teach(questions: readonly string[]): void {
    const { answers } = this.#world.taughtContract.answers;
    const text = questions.reduce(
      (questionBefore, question) => answeredByPerson(questionBefore, question, answers[question] as Answer),
      readFileSync(this.file, 'utf8'),
    );
    writeFileSync(this.file, text);
  }

  /** Resets the world, and gives it enough resources for likely claims about all of them. */
  #begin(): void {
    const { sandbox } = this.#world;
    sandbox.reset();
    sandbox.load(withMany(sandbox.snapshot()));
  }
}
