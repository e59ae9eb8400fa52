import type { Gate } from '../gate.js';
import { addressesGate } from './addresses.js';
import { filesGate } from './files.js';
import { javascriptGate } from './javascript.js';
import { sizeGate } from './size.js';
import { publintGate, typesResolveGate } from './tools.js';
import { typescriptGate } from './typescript.js';
import { versionsGate } from './versions.js';

/** Every gate, in the order of the report. The slowest gates start first, so that no gate runs alone at the end. */
export const gates: readonly Gate[] = [
  typescriptGate,
  javascriptGate,
  typesResolveGate,
  publintGate,
  filesGate,
  addressesGate,
  sizeGate,
  versionsGate,
];
