// Runs the undo in a process of its own, which may kill itself, or exports it for use in this process.
import { fileURLToPath } from 'node:url';
import { type UndoOptions, undo } from '../../../scripts/check/restore/undo.js';

export { undo };

if (process.argv[1] === fileURLToPath(import.meta.url))
  await undo(JSON.parse(process.argv[2] ?? '') as UndoOptions, () => undefined);
