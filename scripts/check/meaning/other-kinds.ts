import type { Bodies } from '../cases/bodies.js';
import type { JsonObject } from '../cases/body-values.js';
import type { Choice } from '../cases/other-branches.js';
import type { Outcome } from '../session/outcome.js';
import { hashOf } from '../values/token.js';
import type { Harness } from './harness.js';

/** How a creation is sent. */
export interface Sending {
  send: (body: JsonObject, way: string) => Promise<Outcome>;
  /** Returns the key that a body should have, if the caller chooses it. */
  keysOf: (fields: JsonObject) => JsonObject;
}

/** Other kinds of parts to try. */
const mostKinds = 20;
/** Bytes of a refusal to read. */
const mostBytes = 16_384;

/**
 * Sends a creation with other kinds of its parts, one after another. A kind after which the server complains of
 * something new is kept: parts may have to fit each other, such as a `type` and what it is the type of.
 */
export async function byOtherKinds(
  harness: Harness,
  prefix: string,
  bodies: Bodies,
  { send: sendBody, keysOf }: Sending,
): Promise<{ outcome: Outcome; body: JsonObject } | undefined> {
  const { operation, round } = bodies;
  if (!operation.body || harness.notebook.kinds.has(prefix)) return undefined;
  const send = async (choices: readonly Choice[], way: string): Promise<{ outcome: Outcome; body: JsonObject }> => {
    const fields = bodies.plainest(`kinds ${round}`, choices);
    const body = { ...fields, ...keysOf(fields) };
    return { outcome: await sendBody(body, way), body };
  };
  let choices: readonly Choice[] = [];
  let sent = await send(choices, 'kinds');
  const heard = new Set([complaint(sent)]);
  let isOpen = true;
  for (let tries = 0; isOpen && !sent.outcome.ok && tries < mostKinds; ) {
    isOpen = false;
    for (const choice of bodies.choicesIn(sent.body)) {
      tries += 1;
      const next = await send([...choices, choice], `kinds ${tries}`);
      isOpen = next.outcome.ok || !heard.has(complaint(next));
      heard.add(complaint(next));
      if (isOpen) {
        choices = [...choices, choice];
        sent = next;
      }
      if (isOpen || tries >= mostKinds) break;
    }
  }
  harness.notebook.kinds.set(prefix, sent.outcome.ok ? bodies.formsIn(sent.body) : undefined);
  if (sent.outcome.ok) harness.notebook.ways.set(prefix, 'least');
  return sent.outcome.ok ? sent : undefined;
}

/** A number for what a refusal says, without what it repeats of the request. */
function complaint({ outcome, body }: { outcome: Outcome; body: JsonObject }): number {
  const sent = JSON.stringify(body);
  const texts: string[] = [];
  const walk = (value: unknown): void => {
    if (typeof value === 'object' && value !== null) for (const below of Object.values(value)) walk(below);
    else if (!sent.includes(JSON.stringify(value) ?? '')) texts.push(String(value));
  };
  const said = Buffer.from(outcome.exchange.response?.bytes.subarray(0, mostBytes) ?? []).toString();
  try {
    walk(JSON.parse(said));
  } catch {
    texts.push(said);
  }
  return hashOf(outcome.status, ...texts);
}
