import { check } from '../../../../scripts/check/engine/check.js';
import { readContract } from '../../../../scripts/check/engine/contract/foreign-contract.js';
import type { CheckReport } from '../../../../scripts/check/model/report/report.js';
import { lossyLine } from '../../lossy-line.js';
import { archiveFile } from '../contract.js';
import { createWorkshopServer } from '../server.js';
import { workshopKey } from '../stages.js';

/** The document of the archive, for all runs. */
export const habitContract = readContract(archiveFile);

/**
 * Checks a new workshop with this variant or fault against the document of its archive.
 *
 * @param cutShare the share of connections to the workshop that are cut
 */
export async function checkArchive(
  name: string,
  writes: 'none' | 'disposable',
  seed: number,
  cutShare = 0,
): Promise<CheckReport> {
  const server = await createWorkshopServer(name === '' ? [] : [name]);
  process.env['DIRECTORY_API_KEY'] = workshopKey;
  const only = habitContract.operations.map(({ id }) => id);
  const permitted = writes === 'disposable' ? { writes, only } : { writes };
  const line = cutShare > 0 ? await lossyLine(server.url, { share: cutShare, seed }) : undefined;
  try {
    return await check({
      baseUrl: line?.url ?? server.url,
      contract: habitContract,
      runs: 3,
      timeout: 5,
      seed,
      ...permitted,
    });
  } finally {
    await line?.close();
    await server.close();
  }
}
