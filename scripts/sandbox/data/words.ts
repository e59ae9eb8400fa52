/** Words for invented names and texts. Names of companies are put together from parts that nobody uses so. */
export const nameStarts = words(
  'Alder Brindle Cinder Dapple Ember Fennel Gorse Heron Inkle Juniper Kelp Linnet Marl Nettle Osier Plover Quern Rook',
  'Sedge Tansy Umber Vetch Willet Yarrow Bracken Curlew Dunlin Fescue Godwit Knapweed Lapwing Medlar Pipit',
);
export const nameEnds = words(
  'barrow beck combe croft dell garth ghyll holt hythe keld latch lund mere moss nab reach rigg scar shaw staithe',
  'stow thwaite tarn wath wick wold wharf',
);

/** What a partner does: a name, what it is about, and the option of the filter Industry that it has, by number. */
export const trades: readonly (readonly [name: string, about: string, industry: number])[] = [
  ['Analytics', 'reports that people read', 2],
  ['Automation', 'machines that talk to each other', 0],
  ['Commerce', 'shops for several countries', 2],
  ['Consulting', 'teams that change how they work', 0],
  ['Data', 'pipelines between systems', 2],
  ['Freight', 'routes, loads and customs', 1],
  ['Integrations', 'connectors for old systems', 1],
  ['Learning', 'short courses for busy people', 0],
  ['Security', 'reviews before the auditors come', 0],
  ['Studio', 'services, drawn before they are built', 2],
  ['Support', 'help desks in six languages', 2],
  ['Systems', 'planning and invoicing', 0],
];

export const places: readonly (readonly [city: string, country: string, form: string])[] = [
  ['Aarhus', 'Denmark', 'ApS'],
  ['Bergen', 'Norway', 'AS'],
  ['Braga', 'Portugal', 'Lda'],
  ['Cork', 'Ireland', 'Ltd'],
  ['Ghent', 'Belgium', 'BV'],
  ['Graz', 'Austria', 'GmbH'],
  ['Leeds', 'United Kingdom', 'Ltd'],
  ['Lyon', 'France', 'SARL'],
  ['Malmö', 'Sweden', 'AB'],
  ['Porto', 'Portugal', 'Lda'],
  ['Tampere', 'Finland', 'Oy'],
  ['Utrecht', 'Netherlands', 'BV'],
];

export const firstNames = words(
  'Ada Bela Ciro Dora Edda Finn Greta Hugo Ilse Jonas Kaja Lars Mira Nilo Oda Pia Runa Sven Tilda Ugo Vera Wim Yara',
);
export const lastNames = words(
  'Aas Berg Carve Dahl Elden Frost Gran Holm Ister Jansen Kroll Lund Moen Nord Orre Prahl Quist Rask Strand Thorn Vik',
);

/** A review by its rating, from one star to five. */
export const opinions: readonly (readonly [title: string, summary: string])[] = [
  ['Nobody called back', 'We wrote three times and then looked for somebody else.'],
  ['Not for us', 'Friendly people, but the work took twice as long as planned.'],
  ['Good work, slow start', 'The first month went by with questions, the second one with results.'],
  ['Solid and on time', 'They did what they had offered, and explained what they left out.'],
  ['We would book them again', 'The work was done in six weeks and has not failed us since.'],
];

export const wishes: readonly string[] = [
  'We would like to see this on our own data.',
  'Can you train forty people in two shifts?',
  'Our shop runs in three countries. Which plan do we need?',
  'Could you look at an offer before we sign it?',
];

function words(...lines: readonly string[]): string[] {
  return lines.join(' ').split(' ');
}
