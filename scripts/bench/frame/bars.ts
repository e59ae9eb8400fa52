import { type Comparison, spreadOf } from './comparison.js';
import { shown } from './figures-as-text.js';

const rowHeight = 26;
const nameWidth = 250;
const barWidth = 330;
const width = 720;
const fills = { ours: '#2f6f4f', peer: '#8a94a6', limit: '#c9a227' } as const;

/** The medians of a comparison as bars, with a thin line from the smallest to the largest run. */
export function barsOf({ title, subjects, unit, better }: Comparison): string {
  const rows = subjects.filter(({ values }) => values.length > 0);
  const top = Math.max(...rows.flatMap(({ values }) => [...values]), 0) || 1;
  const height = rows.length * rowHeight + 40;
  const at = (value: number): number => Math.round((value / top) * barWidth);
  const drawn = rows.map((subject, index) => {
    const { middle, least, most } = spreadOf(subject);
    const y = 30 + index * rowHeight;
    const line = y + 9;
    return [
      `<text x="${nameWidth - 10}" y="${y + 13}" text-anchor="end">${escaped(subject.name)}</text>`,
      `<rect x="${nameWidth}" y="${y}" width="${Math.max(1, at(middle))}" height="18" rx="2" ` +
        `fill="${fills[subject.kind]}"/>`,
      `<path d="M${nameWidth + at(least)} ${line}H${nameWidth + at(most)}" stroke="#111" stroke-width="2"/>`,
      `<text x="${nameWidth + at(most) + 8}" y="${y + 13}">${escaped(shown(middle, unit))}</text>`,
    ].join('');
  });
  const heading = `${title} (${better === 'less' ? 'shorter' : 'longer'} is better)`;
  return `${[
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" ` +
      `role="img" aria-label="${escaped(heading)}">`,
    `<rect width="${width}" height="${height}" fill="#fff"/>`,
    `<g font-family="system-ui, sans-serif" font-size="13" fill="#111">`,
    `<text x="10" y="18" font-weight="600">${escaped(heading)}</text>`,
    ...drawn,
    '</g>',
    '</svg>',
  ].join('\n')}\n`;
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
