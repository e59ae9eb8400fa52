import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Returns all violations that axe finds in a page, or only faults of contrast in parts of it, of any impact. */
export async function axeFindings(page: Page, parts?: string): Promise<string[]> {
  // The debugger runs axe despite the Content Security Policy, but axe could not reload styles, so do not preload.
  await page.evaluate(axe);
  return page.evaluate(async (chosenText) => {
    type Violation = { id: string; impact: string; nodes: { html: string }[] };
    const { axe: axeInPage } = globalThis as unknown as {
      axe: { run(place: unknown, options: object): Promise<{ violations: Violation[] }> };
    };
    const options = { preload: false, resultTypes: ['violations'], ...(chosenText && { runOnly: ['color-contrast'] }) };
    const { violations } = await axeInPage.run(chosenText ?? document, options);
    return violations.flatMap(({ id, impact, nodes }) => nodes.map(({ html }) => `${impact} ${id}: ${html}`));
  }, parts);
}

/**
 * Returns mistakes in the layout of a page in its window: text under 14 pixels (verbs: 12), and parts that cannot be
 * reached.
 */
export function layoutFindings(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const values: string[] = [];
    const { scrollWidth } = document.documentElement;
    if (scrollWidth > innerWidth) values.push(`the page is ${scrollWidth} pixels wide`);
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const { textContent, parentElement } = texts.currentNode;
      if (!textContent?.trim() || !(parentElement instanceof HTMLElement) || !parentElement.checkVisibility()) continue;
      const size = Number.parseFloat(getComputedStyle(parentElement).fontSize);
      if (size < (parentElement.classList.contains('verb') ? 12 : 14))
        values.push(`${size} pixels: ${parentElement.localName} ${textContent.trim().slice(0, 40)}`);
    }
    for (const element of document.querySelectorAll<HTMLElement>('body *')) {
      // The arrow keys scroll a long text in an input, so its end can be reached.
      if (element.localName === 'input') continue;
      const { overflowX } = getComputedStyle(element);
      if (element.scrollWidth <= element.clientWidth + 1 || !element.checkVisibility()) continue;
      if (overflowX === 'hidden' || overflowX === 'clip') values.push(`cut: ${element.outerHTML.slice(0, 80)}`);
      if (overflowX !== 'auto' && overflowX !== 'scroll') continue;
      if (element.tabIndex !== 0 && !element.querySelector('a[href], button, input, [tabindex="0"]'))
        values.push(`not in reach of the keyboard: ${element.outerHTML.slice(0, 80)}`);
    }
    return [...new Set(values)];
  });
}
