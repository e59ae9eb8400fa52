import type { Standing } from '../../../contract/standing.js';

/** The number of operations of each standing. */
export type StandingCounts = Readonly<Record<Standing, number>>;

const standings: readonly Standing[] = ['stated', 'answered', 'named', 'inferred'];

/** The standings to show, from the most to the least certain: nothing is answered before somebody teaches it. */
export function standingsIn(counts: StandingCounts): readonly Standing[] {
  return standings.filter((standing) => standing !== 'answered' || counts.answered > 0);
}

/** Explanations of each standing, for people. */
export const meanings: Readonly<Record<Standing, string>> = {
  stated: 'The source documents name, method, path and responses.',
  answered: 'What the source does not document was answered by people who know the service.',
  named: 'The source documents the name. The rest is inferred.',
  inferred: 'Inferred from similar operations, a public reference or a group name; not even the name is documented.',
};

/** Side of a square, and distance between the starts of two squares, in pixels. */
const [side, step] = [16, 20];

/**
 * The marks that all pictures of a page use; a page contains them once. A full, a half and an empty square can be told
 * apart without colours and in print.
 */
export function standingMarks(counts: StandingCounts): string {
  const marks = standingsIn(counts).map(
    (standing) => `<g id="${markId(standing)}" class="${standing}">` + `${mark(standing)}</g>`,
  );
  return ['<svg width="0" height="0" aria-hidden="true" focusable="false"><defs>', ...marks, '</defs></svg>'].join(
    '\n',
  );
}

/** Short, because a page uses it some two hundred times. */
function markId(standing: Standing): string {
  return `m${standing.slice(0, 1)}`;
}

function mark(standing: Standing): string {
  const frame =
    `<rect x="1" y="1" width="${side - 2}" height="${side - 2}" rx="2" fill="none" stroke="currentColor" ` +
    'stroke-width="2"';
  if (standing === 'stated') return `<rect width="${side}" height="${side}" rx="3" fill="currentColor"/>`;
  if (standing === 'answered') return `${frame}/><circle cx="${side / 2}" cy="${side / 2}" r="4" fill="currentColor"/>`;
  if (standing === 'named')
    return `${frame}/><path d="M1 ${side - 1}V1h1L${side - 1} ${side - 2}v1z" fill="currentColor"/>`;
  return `${frame}/>`;
}

/** One square per operation, the most certain first, with a title and a description for screen readers. */
export function standingPicture(counts: StandingCounts): string {
  const total = sum(counts);
  const shown = standingsIn(counts);
  const said = shown.map((standing) => `${counts[standing]} ${standing}`).join(', ');
  return picture(counts, {
    columns: 20,
    scale: 1,
    attributes: 'role="img" aria-labelledby="picture-title picture-description"',
    words: `<title id="picture-title">The parts of the interface that are ${shown.slice(0, -1).join(', ')} and \
${shown.at(-1)}</title>
<desc id="picture-description">${total} squares, one for each operation: ${said}.</desc>`,
  });
}

/** The same for one group, without a description: the text next to it says the same. */
export function groupPicture(counts: StandingCounts): string {
  // The picture keeps its size in a narrow column, so that rows can be compared.
  const attributes = 'class="row" aria-hidden="true" focusable="false"';
  return picture(counts, { columns: 7, scale: 0.75, attributes, words: '' });
}

/** One mark; the text next to it says the same. */
export function markPicture(standing: Standing): string {
  return (
    `<svg width="${side}" height="${side}" aria-hidden="true" ` +
    `focusable="false"><use href="#${markId(standing)}"/></svg>`
  );
}

interface PictureForm {
  /** Squares per row. */
  columns: number;
  scale: number;
  attributes: string;
  /** Elements for screen readers. */
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
