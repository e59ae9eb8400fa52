/**
 * Ids of headings in the manner of GitHub, so that a fragment works in Markdown there and in HTML here. The function
 * that it returns is for one document: a heading that comes again gets a number.
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
