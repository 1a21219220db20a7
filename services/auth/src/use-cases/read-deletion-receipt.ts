import { customerDataServices, type DeletionReceipt, exportSections } from '@prankpost/contracts'
import type { Deps } from '../deps.ts'

/** The receipt to mail for a deleted account; null until every service has answered, and after it was sent. */
export async function readDeletionReceipt(
  { ownerId }: { ownerId: string },
  { users }: Pick<Deps, 'users'>,
): Promise<DeletionReceipt | null> {
  const user = await users.findById(ownerId, { deletion: 1 }).lean()
  const deletion = user?.deletion
  if (deletion?.email === undefined || deletion.erasedAt === null) return null
  const { email: to, receipt, requestedAt, answers } = deletion
  return {
    to,
    receipt,
    requestedAt: requestedAt.toISOString(),
    services: customerDataServices.flatMap((service) => {
      const answer = answers[service]
      if (answer === undefined) return []
      const { counts, erasedAt } = answer
      return [{ section: exportSections[service], counts, erasedAt: erasedAt.toISOString() }]
    }),
  }
}
