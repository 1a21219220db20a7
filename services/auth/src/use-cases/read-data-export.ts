import type { DataExport } from '@prankpost/contracts'
import { toDto } from '../data-export.model.ts'
import type { Deps } from '../deps.ts'

/** The progress of the customer's file. */
export async function readDataExport(
  { id }: { id: string },
  { dataExports }: Pick<Deps, 'dataExports'>,
): Promise<DataExport> {
  return toDto(await dataExports.findById(id).lean())
}
