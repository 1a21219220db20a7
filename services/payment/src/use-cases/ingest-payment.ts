import { objectId } from '@prankpost/contracts'
import { databaseNow } from '@prankpost/messaging'
import { unlessDuplicate } from '@prankpost/service-kit'
import { z } from 'zod'
import type { Deps } from '../deps.ts'

/** The fields of a payment whose order or plan is known elsewhere, with the session that paid it. */
export const unknownPayment = z.object({
  kind: z.enum(['order', 'plan']),
  id: objectId,
  ownerId: objectId,
  customerEmail: z.string(),
  customerName: z.object({ firstName: z.string(), lastName: z.string() }).nullable(),
  amountCents: z.int(),
  prankCount: z.int().nullable(),
  lines: z.array(z.object({ name: z.string(), quantity: z.int(), unitCents: z.int() })),
  sessionId: z.string(),
  createdAt: z.iso.datetime(),
})

/**
 * Creates a payment that is missing after a restore. Its session is open and due at once, so the sweep settles it like
 * any other. An existing payment stays unchanged.
 */
export async function ingestPayment(
  { id, sessionId, createdAt, ...payment }: z.infer<typeof unknownPayment>,
  { payments }: Pick<Deps, 'payments'>,
): Promise<void> {
  const now = databaseNow(payments.db)
  await unlessDuplicate(
    payments.create({
      ...payment,
      _id: id,
      sessions: [
        {
          attempt: 1,
          status: 'open',
          id: sessionId,
          url: null,
          paymentIntentId: null,
          refundId: null,
          traceparent: null,
          createdAt: new Date(createdAt),
        },
      ],
      paidSessionId: null,
      invoices: [],
      endedAt: null,
      endedBy: null,
      sweepAt: now,
      sweeps: 0,
      createdAt: now,
    }),
  )
}
