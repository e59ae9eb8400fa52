import { NoVerdict } from '../../check/model/no-verdict.js';
import { StateRefusal } from '../../check/restore/opening.js';
import type { OpenResource } from '../../check/restore/undo.js';
import { withoutKey as hidden } from '../../check/transport/key.js';
import { sentence, visible } from '../../text/escape.js';
import { exitCodes } from '../../text/exit-codes.js';
import type { Surroundings } from '../surroundings.js';

/** Output streams of `undo` and `status`. */
export type Streams = Pick<Surroundings, 'output' | 'errors'>;

/**
 * Prints why nothing was done, and returns the exit code.
 *
 * @throws the error itself if it is a bug
 */
export function refused(error: unknown, errors: Streams['errors']): number {
  if (error instanceof StateRefusal || error instanceof NoVerdict) {
    errors.write(`${hidden(sentence(error.message))}\n`);
    return error instanceof StateRefusal ? error.exitCode : exitCodes.noVerdict;
  }
  throw error;
}

/** A resource with changes left to undo, as lines of text. */
export function planLines({ baseUrl, resource, writes, at, pointers }: OpenResource): string {
  const sent = `${writes} ${writes === 1 ? 'write' : 'writes'}, the last at ${new Date(at).toISOString()}`;
  const names =
    resource.fields
      .filter(({ pointer }) => pointers.has(pointer))
      .map(({ name }) => visible(name))
      .join(', ') || 'nothing';
  return [
    `${visible(resource.operationId)} at ${visible(baseUrl)}`,
    `  ${visible(resource.update?.path ?? resource.read.path)}`,
    `  ${sent}`,
    resource.update
      ? `  restores these fields if they still have the written values: ${names}`
      : '  compares it with its values before the run',
  ].join('\n');
}
