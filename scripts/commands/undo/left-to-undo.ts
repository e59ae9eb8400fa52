import { NoVerdict } from '../../check/model/no-verdict.js';
import { StateRefusal } from '../../check/restore/opening.js';
import type { OpenResource } from '../../check/restore/undo.js';
import { withoutKey as hidden } from '../../check/transport/key-in-text.js';
import { sentence, visible } from '../../text/escape.js';
import { exitCodes } from '../../text/exit-codes.js';

type Stream = Pick<NodeJS.WriteStream, 'write'>;

/** Where the commands that look at journals run. */
export interface Streams {
  output: Stream;
  errors: Stream;
}

export const here: Streams = { output: process.stdout, errors: process.stderr };

/**
 * Says why nothing was done, and gives the exit code.
 *
 * @throws the error itself where it is a mistake of ours
 */
export function refused(error: unknown, errors: Stream): number {
  if (error instanceof StateRefusal || error instanceof NoVerdict) {
    errors.write(`${hidden(sentence(error.message))}\n`);
    return error instanceof StateRefusal ? error.exitCode : exitCodes.noVerdict;
  }
  throw error;
}

/** A thing with something left to undo, in lines for people. */
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
      ? `  puts back what still holds what was written, of ${names}`
      : '  looks whether it is what it was',
  ].join('\n');
}
