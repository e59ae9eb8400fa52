import type { Json } from '../../contract/json.js';
import type { Effect } from '../model/call.js';
import type { Stored } from '../model/store.js';
import { recordsOf } from './convention.js';

/** The filters whose flag says that this kind of directory shows them. */
const showingIn =
  (flag: string): Effect =>
  (call) => ({
    changes: [],
    *show(): Iterable<Json> {
      for (const record of recordsOf(call)) if (record.value[flag] === true) yield call.present('Filter', record);
    },
  });

/** The mappings of options whose filter is shown to visitors. */
const externalMappings: Effect = (call) => {
  const visible = ({ value }: Stored): boolean => {
    const option = call.store.get('FilterOption', String(value['filterOption']));
    const filter = option && call.store.get('Filter', option.parents['filter_id'] ?? '');
    return filter?.value['displayInDirectory'] === true;
  };
  return {
    changes: [],
    *show(): Iterable<Json> {
      for (const record of recordsOf(call)) if (visible(record)) yield call.present('FilterOptionMapping', record);
    },
  };
};

export const filters: Record<string, Effect> = {
  listInternalFilters: showingIn('displayInInternalDirectory'),
  listExternalDirectoryFilters: showingIn('displayInDirectory'),
  listExternalDirectoryFilterOptionMappings: externalMappings,
};
