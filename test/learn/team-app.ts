/** Facts about the service that a team's app needs. */
export interface AppSettings {
  base: string;
  /** The whole value of the Authorization header, with a word before the key if the service requires one. */
  authorization: string;
  /** The query parameter for the page. */
  page: string;
  /** The query parameter that selects entries by status. A service without one ignores it. */
  status: string;
  /** The last part of the path of a directory's tiers. */
  tiers: string;
}

/**
 * A small app: reads lists page by page, reads single resources, and creates, updates and deletes tiers. It runs
 * in a page of a browser, so it uses nothing from outside the function.
 */
export async function useService({ base, authorization, page, status, tiers }: AppSettings): Promise<void> {
  type Thing = Record<string, never> & { id: string };
  const root = `${base}/api/directory/private/v1alpha`;
  const call = async (method: string, path: string, body?: unknown, key = authorization): Promise<unknown> => {
    const headers = {
      accept: 'application/json',
      ...(key && { authorization: key }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    };
    const response = await fetch(root + path, {
      method,
      headers,
      body: body === undefined ? null : JSON.stringify(body),
    });
    const text = await response.text();
    return text === '' ? undefined : JSON.parse(text);
  };
  const itemsOf = (value: unknown): Thing[] => {
    if (Array.isArray(value)) return value as Thing[];
    const { data, results } = value as { data?: Thing[]; results?: Thing[] };
    return data ?? results ?? [];
  };
  const all = async (path: string, query = ''): Promise<Thing[]> => {
    const foundItems: Thing[] = [];
    for (let number = 1; number < 30; number += 1) {
      const request = number === 1 ? query : `${query}${query ? '&' : ''}${page}=${number}`;
      const items = itemsOf(await call('GET', path + (request ? `?${request}` : '')));
      if (items.length === 0) break;
      foundItems.push(...items);
    }
    return foundItems;
  };
  const directories = await all('/directories/');
  for (const { id } of directories) {
    const ownText = `/directories/${id}`;
    await call('GET', `${ownText}/`);
    for (const entry of await all(`${ownText}/entries/partners/`))
      await call('GET', `${ownText}/entries/partners/${entry.id}/`);
    for (const tier of await all(`${ownText}/${tiers}/`)) await call('GET', `/tiers/${tier.id}/`);
    for (const filter of await all(`${ownText}/filters/`)) await call('GET', `/filters/${filter.id}/`);
    for (const badge of await all(`${ownText}/badges/`)) await call('GET', `/badges/${badge.id}/`);
    await all(`${ownText}/entries/partners/`, `${status}=public`);
    await all(`${ownText}/entries/partners/`, `${status}=hidden`);
    for (const name of ['Copper', 'Zinc']) {
      const tier = (await call('POST', `${ownText}/${tiers}/`, { title: name })) as Thing;
      await call('PATCH', `/tiers/${tier.id}/`, { title: `${name} plus` });
      await call('DELETE', `/tiers/${tier.id}/`);
      await call('GET', `/tiers/${tier.id}/`);
    }
  }
  await call('GET', '/directories/', undefined, '');
}
