/**
 * The media type that a request accepts best, among those that an operation offers (RFC 9110 §12.5.1). If it accepts
 * several equally, or none of them, the first one.
 */
export function acceptedMedia(offered: readonly string[], accept: string | null): string | null {
  const [first = null] = offered;
  if (accept === null || offered.length < 2) return first;
  const ranges = accept.split(',').map(rangeOf);
  const quality = (media: string): number => {
    const fitting = ranges.filter(({ range }) => matches(range, media));
    // The most precise range decides.
    return fitting.sort((a, b) => precision(b.range) - precision(a.range))[0]?.quality ?? 0;
  };
  return [...offered].sort((a, b) => quality(b) - quality(a))[0] ?? first;
}

function rangeOf(text: string): { range: string; quality: number } {
  const [range = '', ...parameters] = text.split(';').map((part) => part.trim().toLowerCase());
  const weight = parameters.find((parameter) => parameter.startsWith('q='));
  const quality = weight === undefined ? 1 : Number(weight.slice(2));
  return { range, quality: Number.isFinite(quality) ? quality : 0 };
}

function matches(range: string, media: string): boolean {
  return range === media || range === '*/*' || (range.endsWith('/*') && media.startsWith(range.slice(0, -1)));
}

function precision(range: string): number {
  return range === '*/*' ? 0 : range.endsWith('/*') ? 1 : 2;
}
