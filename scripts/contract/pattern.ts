/** Compiles a pattern of a schema; undefined if JavaScript cannot. JSON Schema asks for `u`; some are valid without. */
export function patternOf(text: string, flags = 'u'): RegExp | undefined {
  for (const tried of [flags, flags.replace('u', '')]) {
    try {
      return new RegExp(text, tried);
    } catch {}
  }
  return undefined;
}
