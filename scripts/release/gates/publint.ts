import { readFile } from 'node:fs/promises';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { counted } from '../../text/numbers.js';
import type { Gate } from '../gate.js';

export const publintGate: Gate = {
  name: 'publint',
  about: 'passes publint --strict',
  async run({ tarball }) {
    const bytes = await readFile(tarball.path);
    const { messages, pkg } = await publint({ pack: { tarball: new Uint8Array(bytes).buffer }, strict: true });
    const exported = Object.keys((pkg['exports'] ?? {}) as object).length;
    return {
      figure:
        `${counted(exported, 'export')} and ${counted(tarball.files.length, 'file')}, ` +
        `${counted(messages.length, 'message')}`,
      problems: messages.map((message) => `${message.type}: ${formatMessage(message, pkg, { color: false })}`),
    };
  },
};
