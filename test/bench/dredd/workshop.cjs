// @ts-nocheck: Dredd has no types.
const json = (valid, invalid) => ({
  type: 'application/json',
  valid: () => JSON.stringify(valid),
  invalid: JSON.stringify(invalid),
});
const kiln = '/studios/{studio_id}/kilns/{kiln_name}';

module.exports = {
  credentials: (key) => ({ 'X-Api-Key': key }),
  headers: { 'PUT /settings': { 'If-Match': '*' } },
  /** What the service has at its start. */
  existing: { studio_id: 1, kiln_name: 'Old Bess', firing_no: 1, key: 'celadon', queue: 'drying' },
  unknown: { studio_id: 999999, kiln_name: 'nobody', firing_no: 999999, key: 'nobody', queue: 'nobody' },
  /** Kilns, signs and photos belong to a studio that stays. A wrong If-Match is not tried. */
  idsFor: (operation, status, known) => {
    if ([403, 412, 428].includes(status)) return undefined;
    // Dredd reads a default as 200.
    if (operation === 'POST /queues/{queue}/items' && status === 200) return undefined;
    if (operation === 'POST /queues/{queue}/take' && status === 204) return { ...known, queue: 'empty' };
    if (operation.includes('/kilns/') && status === 201) return { ...known, kiln_name: 'new', studio_id: 1 };
    return /\/studios\/\{studio_id\}\//.test(operation) ? { ...known, studio_id: 1 } : known;
  },
  bodies: {
    'POST /studios': json({ title: 'Wet Corner', city: 'Delft', open: false, seats: 3 }, { seats: 'many' }),
    'PATCH /studios/{studio_id}': { ...json({ seats: 5 }, { seats: 'many' }), conflicting: '{"title":"Cellar"}' },
    'POST /studios/{studio_id}/photos': {
      type: 'multipart/form-data; boundary=edge',
      valid: () =>
        '--edge\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\na picture\r\n--edge--\r\n',
      invalid: '--edge--\r\n',
    },
    'PUT /studios/{studio_id}/sign': { type: 'text/plain', valid: () => 'Knock once.', invalid: 'Knock once.' },
    [`PUT ${kiln}`]: json(
      { fuel: 'wood', max_temperature: 1300, note: 'Slow' },
      { fuel: 'gas', max_temperature: 'hot' },
    ),
    [`POST ${kiln}/firings`]: json({ programme: 'glost', peak: 1240.5, glaze: 'celadon' }, { peak: 'high' }),
    'POST /glazes': json(
      { key: 'oribe', colour: 'green', gloss: true, recipe: [{ material: 'copper', parts: 4 }] },
      {},
    ),
    'PATCH /glazes/{key}': json({ colour: 'dark green' }, { colour: 5 }),
    'POST /queues/{queue}/items': {
      type: 'application/x-www-form-urlencoded',
      valid: () => 'text=Two+jugs&priority=2&urgent=true',
      invalid: 'text=Two+jugs&priority=high',
    },
    'POST /search': json({ words: 'cellar', kinds: ['studio'], top: 3 }, { top: 3 }),
    'PUT /settings': json({ motto: 'Slowly.', quiet_from: 21, guests: false }, { motto: 'Slowly.', quiet_from: 99 }),
  },
  invalidPaths: {
    'GET /studios/{studio_id}': '/studios/first',
    'DELETE /studios/{studio_id}': '/studios/first',
    'GET /studios/{studio_id}/sign': '/studios/first/sign',
    'PUT /studios/{studio_id}/sign': '/studios/first/sign',
    'POST /studios/{studio_id}/photos': '/studios/first/photos',
    'GET /studios/{studio_id}/kilns': '/studios/first/kilns',
    [`GET ${kiln}`]: '/studios/first/kilns/north',
    [`DELETE ${kiln}`]: '/studios/first/kilns/north',
    [`GET ${kiln}/firings`]: '/studios/first/kilns/north/firings',
    [`GET ${kiln}/firings/{firing_no}`]: '/studios/1/kilns/Old%20Bess/firings/first',
  },
  invalidQueries: { 'GET /studios': 'count=0', 'GET /glazes': 'archived=perhaps' },
  made: { 'POST /studios 201': ({ data }) => ({ studio_id: data.id }) },
};
