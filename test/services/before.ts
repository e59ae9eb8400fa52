import type { Mode } from './service.js';

/** The coverage of one check. */
export interface Reach {
  /** Number of operations with a tested success. */
  success: number;
  requests: number;
}

/** The coverage of the check of an earlier commit, measured by `--checkout`. */
export const before: { commit: string; reach: Readonly<Record<string, Record<Mode, Reach>>> } = {
  commit: '3a92e41',
  reach: {
    chromadb: { reads: { success: 4, requests: 98 }, writes: { success: 5, requests: 138 } },
    prefect: { reads: { success: 10, requests: 287 }, writes: { success: 106, requests: 4411 } },
    wiremock: { reads: { success: 10, requests: 281 }, writes: { success: 13, requests: 526 } },
    apicurio: { reads: { success: 11, requests: 195 }, writes: { success: 16, requests: 366 } },
    tiled: { reads: { success: 4, requests: 120 }, writes: { success: 4, requests: 194 } },
    phoenix: { reads: { success: 16, requests: 311 }, writes: { success: 38, requests: 1384 } },
    directus: { reads: { success: 24, requests: 714 }, writes: { success: 40, requests: 1896 } },
    changedetection: { reads: { success: 6, requests: 386 }, writes: { success: 14, requests: 1168 } },
    airflow: { reads: { success: 35, requests: 897 }, writes: { success: 57, requests: 1872 } },
  },
};
