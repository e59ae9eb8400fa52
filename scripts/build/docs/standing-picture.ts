import type { Standing } from '../../contract/standing.js';

/** How many operations there are of each standing. */
export type StandingCounts = Readonly<Record<Standing, number>>;

/** From the surest to the least sure. */
export const standings: readonly Standing[] = ['stated', 'named', 'inferred'];

/** What each standing means, for people. */
export const meanings: Readonly<Record<Standing, string>> = {
  stated: 'The source gives name, method, path and responses.',
  named: 'The source gives the name. The rest is inferred.',
  inferred: 'Not even the name is given. Other operations, a public reference or the name of a group suggest it.',
};

/** Side of a square, and the distance from one to the next, in pixels. */
const [side, step] = [16, 20];

/**
 * The marks that the pictures of a page are made of; a page has them once. A full, a half and an empty square can be
 * told apart without colours, and in print.
 */
export const standingMarks = `<svg width="0" height="0" style="position:absolute" aria-hidden="true" focusable="false"><defs>
${standings.map((standing) => `<g id="${markId(standing)}" style="color:var(--${standing})">${mark(standing)}</g>`).join('\n')}
</defs></svg>`;

/** Short, since a page names it some two hundred times. */
function markId(standing: Standing): string {
  return `m${standing.slice(0, 1)}`;
}

function mark(standing: Standing): string {
  const frame =
    `<rect x="1" y="1" width="${side - 2}" height="${side - 2}" rx="2" fill="none" stroke="currentColor" ` +
    'stroke-width="2"';
  if (standing === 'stated') return `<rect width="${side}" height="${side}" rx="3" fill="currentColor"/>`;
  if (standing === 'named')
    return `${frame}/><path d="M1 ${side - 1}V1h1L${side - 1} ${side - 2}v1z" fill="currentColor"/>`;
  return `${frame}/>`;
}

/** One square an operation, the surest first, with a title and a description for those who do not see it. */
export function standingPicture(counts: StandingCounts): string {
  const total = sum(counts);
  const said = standings.map((standing) => `${counts[standing]} ${standing}`).join(', ');
  return picture(counts, {
    columns: 20,
    scale: 1,
    attributes: 'role="img" aria-labelledby="picture-title picture-description"',
    words: `<title id="picture-title">How much of the interface is stated, named and inferred</title>
<desc id="picture-description">${total} squares, one for each operation: ${said}.</desc>`,
  });
}

/** The same for one group, beside words that say as much. */
export function groupPicture(counts: StandingCounts): string {
  // It keeps its size in a narrow column, so that squares can be compared from row to row.
  const attributes = 'style="max-width:none;vertical-align:middle" aria-hidden="true" focusable="false"';
  return picture(counts, { columns: 7, scale: 0.75, attributes, words: '' });
}

/** One mark, beside a word that says as much. */
export function markPicture(standing: Standing): string {
  return (
    `<svg width="${side}" height="${side}" style="flex:none;margin-top:.3em" aria-hidden="true" ` +
    `focusable="false"><use href="#${markId(standing)}"/></svg>`
  );
}

interface PictureForm {
  /** Squares in a row. */
  columns: number;
  scale: number;
  attributes: string;
  /** Elements for those who do not see it. */
  words: string;
}

function picture(counts: StandingCounts, { columns, scale, attributes, words }: PictureForm): string {
  const squares = standings.flatMap((standing) => Array<Standing>(counts[standing]).fill(standing));
  const uses = squares.map((standing, index) => {
    const [x, y] = [(index % columns) * step, Math.floor(index / columns) * step];
    return `<use href="#${markId(standing)}"${x ? ` x="${x}"` : ''}${y ? ` y="${y}"` : ''}/>`;
  });
  const width = Math.min(columns, Math.max(squares.length, 1)) * step - (step - side);
  const height = Math.max(Math.ceil(squares.length / columns), 1) * step - (step - side);
  return (
    `<svg viewBox="0 0 ${width} ${height}" width="${width * scale}" height="${height * scale}" ` +
    `${attributes}>${words}${uses.join('')}</svg>`
  );
}

function sum(counts: StandingCounts): number {
  return standings.reduce((total, standing) => total + counts[standing], 0);
}
