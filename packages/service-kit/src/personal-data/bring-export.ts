import { setImmediate } from 'node:timers/promises'
import { exportPartAnswer } from '@prankpost/contracts'
import { checkpoint } from '@prankpost/messaging'
import type { InternalClient } from '../http/internal-client.ts'

/** A part is sent once it has so many characters: far below what a call may carry and a document hold. */
const partAtLeast = 200_000

/**
 * Brings records to auth in parts of bounded size, as they come from the cursor: memory stays flat for a
 * customer with thousands of orders. A second try brings the same parts under the same numbers. Ends early
 * when they are not wanted any more.
 * @throws 503 when auth is away
 */
export async function bringExport(
  { exportId, ownerId }: { exportId: string; ownerId: string },
  records: AsyncIterable<unknown>,
  auth: InternalClient,
): Promise<void> {
  let part = 0
  let batch: unknown[] = []
  let size = 0
  const send = async (last: boolean) => {
    const body = { exportId, ownerId, part: part++, last, records: batch }
    batch = []
    size = 0
    const { wanted } = await auth.post('/internal/export-parts', exportPartAnswer, body)
    checkpoint('export:part-brought')
    return wanted
  }
  for await (const record of records) {
    // Records that are in memory already would otherwise follow each other without a gap for other calls.
    if (batch.push(record) % 50 === 0) await setImmediate()
    size += JSON.stringify(record).length
    if (size >= partAtLeast && !(await send(false))) return
  }
  await send(true)
}
