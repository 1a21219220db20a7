import { type digestOfCases, mostCounted } from '@prankpost/contracts'
import type { z } from 'zod'
import type { Deps } from '../deps.ts'

/** How many cases are open. At most `mostCounted`, from the index by status. */
export async function countOpenCases({
  cases,
}: Pick<Deps, 'cases'>): Promise<z.output<typeof digestOfCases>> {
  return { openCases: await cases.countDocuments({ status: 'open' }, { limit: mostCounted }) }
}
