import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readKey } from '../../scripts/check/transport/key.js';
import { temporaryFolder } from '../temporary-folder.js';
import { canaryKey, encodings, searchFolder, searchFor } from './canary.js';

const key = canaryKey();
const search = searchFor(key);

describe('the search for a canary', () => {
  it.each(Object.entries(encodings))('finds it in a file: %s', (name, encode) => {
    for (const [index, content] of [key, key.slice(0, 24)].entries()) {
      const folder = temporaryFolder();
      mkdirSync(join(folder, 'deep', 'er'), { recursive: true });
      writeFileSync(join(folder, 'deep', 'clean.txt'), 'nothing');
      writeFileSync(
        join(folder, 'deep', 'er', 'file.bin'),
        Buffer.concat([Buffer.from([0xff, 0x00]), Buffer.from(`a "${encode(content)}" b`)]),
      );
      expect(searchFolder(folder, search), String(index)).toContain(
        `${join(folder, 'deep', 'er', 'file.bin')}: ${name}`,
      );
    }
  });

  it('finds it in the name of a file', () => {
    const folder = temporaryFolder();
    const name = `${encodings['hexadecimal']?.(key) ?? ''}.txt`;
    writeFileSync(join(folder, name), '');
    expect(searchFolder(folder, search)).toContain(`${join(folder, name)}: hexadecimal`);
  });

  it('does not find other keys', () => {
    const others = Array.from({ length: 50 }, canaryKey);
    expect(others.flatMap((other) => Object.values(encodings).flatMap((encode) => search(encode(other))))).toEqual([]);
  });

  it('finds nothing in text that the program has redacted', () => {
    process.env['DIRECTORY_API_KEY'] = key;
    const { redact } = readKey();
    for (const [name, encode] of Object.entries(encodings)) {
      expect({ name, left: search(redact(`a ${encode(key)} b`)) }).toEqual({ name, left: [] });
    }
  });
});
