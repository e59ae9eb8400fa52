import type { Gate } from '../gate.js';
import { addressesGate } from './addresses.js';
import { browserBundleGate } from './browser-bundle.js';

import { filesGate } from './files.js';
import { generateGate } from './generate.js';
import { javascriptGate } from './javascript.js';

import { readmeGate } from './readme.js';
import { sizeGate } from './size.js';
import { containerGate, publintGate, typesResolveGate } from './tools.js';
import { typeCostGate } from './type-cost.js';
import { typescriptGate } from './typescript.js';
import { versionsGate } from './versions.js';

/** Every gate, in the order of reports. The slowest come first, so that no gate has to wait for them at the end. */
export const gates: readonly Gate[] = [
  typescriptGate,
  javascriptGate,
  generateGate,
  typeCostGate,
  typesResolveGate,
  publintGate,
  filesGate,
  addressesGate,
  sizeGate,
  browserBundleGate,
  readmeGate,
  containerGate,
  versionsGate,
];
