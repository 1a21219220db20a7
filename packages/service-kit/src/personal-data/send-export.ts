import { setImmediate } from 'node:timers/promises'
import { exportPartAnswer } from '@prankpost/contracts'
import { checkpoint } from '@prankpost/messaging'
import type { InternalClient } from '../http/internal-client.ts'

/** A part is sent when it has this many characters, far below the limits of a call and of a document. */
const minPartLength = 200_000

/**
 * Sends records from a cursor to auth in parts of bounded size, so memory use stays flat for a customer with thousands of
 * orders. A retry sends the same parts with the same numbers. Stops early if auth no longer wants the export.
 * @throws 503 when auth is unavailable
 */
export async function sendExport(
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
    checkpoint('export:part-sent')
    return wanted
  }
  for await (const record of records) {
    // Otherwise records that are already in memory would block the event loop for other calls.
    if (batch.push(record) % 50 === 0) await setImmediate()
    size += JSON.stringify(record).length
    if (size >= minPartLength && !(await send(false))) return
  }
  await send(true)
}
