import type { DataExport } from '@prankpost/contracts'
import { toDto } from '../data-export.model.ts'
import type { Deps } from '../deps.ts'

/** How far the customer's file is. */
export async function readDataExport(
  { id }: { id: string },
  { dataExports }: Pick<Deps, 'dataExports'>,
): Promise<DataExport> {
  return toDto(await dataExports.findById(id).lean())
}
