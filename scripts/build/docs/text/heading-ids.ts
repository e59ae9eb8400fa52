/**
 * Generates heading ids like GitHub, so that a fragment works both there and in our HTML. Each returned function is for
 * one document: a repeated heading gets a number.
 */
export function headingIds(): (heading: string) => string {
  const used = new Map<string, number>();
  return (heading) => {
    const slug = heading
      .toLowerCase()
      .replace(/[^\p{L}\p{M}\p{N}\p{Pc} -]/gu, '')
      .replaceAll(' ', '-');
    let id = slug;
    for (let count = used.get(slug) ?? 0; used.has(id); id = `${slug}-${count}`) used.set(slug, ++count);
    used.set(id, 0);
    return id;
  };
}
