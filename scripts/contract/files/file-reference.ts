import { posix } from 'node:path';

export interface ReferenceTarget {
  file: string;
  pointer: string;
}

/** The file and the pointer to which a `$ref` leads; undefined for a network address. */
export function resolveRef(fromPath: string, ref: string): ReferenceTarget | undefined {
  if (/^[a-z][a-z0-9+.-]*:|^\/\//i.test(ref)) return undefined;
  const [path = '', fragment = ''] = ref.split('#');
  const file = path === '' ? fromPath : posix.normalize(posix.join(posix.dirname(fromPath), decode(path)));
  return { file, pointer: decode(fragment) };
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
