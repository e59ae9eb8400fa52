/** A path without needless percent-encoding (RFC 3986 §6.2.2.2). */
export function spelledOut(path: string): string {
  return path.replace(/%(?:2d|3\d|[46][1-9a-f]|[57][0-9a])/gi, (code) =>
    String.fromCharCode(parseInt(code.slice(1), 16)),
  );
}
