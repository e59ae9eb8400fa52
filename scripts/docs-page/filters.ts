/** Adds an input to each long list of sections, which hides the sections without the typed words. */
export function addFilters(): void {
  for (const list of document.querySelectorAll<HTMLElement>('.filterable')) {
    const about = list.dataset['about'] ?? 'parts';
    const sections = [...list.querySelectorAll<HTMLElement>(':scope > section')];
    const label = document.createElement('label');
    label.className = 'filter';
    const input = document.createElement('input');
    input.type = 'search';
    const count = document.createElement('output');
    const show = (): void => {
      const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
      for (const section of sections) {
        const text = (section.textContent ?? '').toLowerCase();
        section.hidden = !words.every((word) => text.includes(word));
      }
      for (const heading of list.querySelectorAll<HTMLElement>(':scope > h2'))
        heading.hidden = !hasShownSection(heading);
      count.textContent = `${sections.filter(({ hidden }) => !hidden).length} of ${sections.length} ${about}`;
    };
    input.addEventListener('input', show);
    label.append(`Filter the ${about}`, input, count);
    list.prepend(label);
    show();
  }
}

function hasShownSection(heading: HTMLElement): boolean {
  for (let next = heading.nextElementSibling; next?.tagName === 'SECTION'; next = next.nextElementSibling)
    if (!(next as HTMLElement).hidden) return true;
  return false;
}
