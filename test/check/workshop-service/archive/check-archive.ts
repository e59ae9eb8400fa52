import { check } from '../../../../scripts/check/engine/check.js';
import { readContract } from '../../../../scripts/check/engine/contract/foreign-contract.js';
import type { CheckReport } from '../../../../scripts/check/model/report/report.js';
import { archiveFile } from '../contract.js';
import { createWorkshopServer } from '../server.js';
import { workshopKey } from '../stages.js';

/** The document of the archive, for all runs. */
export const habitContract = readContract(archiveFile);

/** Checks a new workshop with this variant or fault, by the document of its archive. */
export async function checkArchive(name: string, writes: 'none' | 'disposable', seed: number): Promise<CheckReport> {
  const server = await createWorkshopServer(name === '' ? [] : [name]);
  process.env['DIRECTORY_API_KEY'] = workshopKey;
  const only = habitContract.operations.map(({ id }) => id);
  const permitted = writes === 'disposable' ? { writes, only } : { writes };
  try {
    return await check({ baseUrl: server.url, contract: habitContract, runs: 3, timeout: 5, seed, ...permitted });
  } finally {
    await server.close();
  }
}
