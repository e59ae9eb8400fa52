import type { Method } from '../../../contract/document.js';
import type { Standing } from '../../../contract/standing.js';

/** A method as a badge. */
export function verbHtml(method: Method): string {
  return `<span class="verb ${method}">${method.toUpperCase()}</span>`;
}

/** A dot for a level of certainty, with its words, which the style sheet hides where space is scarce. */
export function standingHtml(standing: Standing, exception = ''): string {
  return `<span class="standing ${standing}"><span>${standing}${exception}</span></span>`;
}
