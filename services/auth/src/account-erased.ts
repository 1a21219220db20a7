import { deletedCustomer } from '@prankpost/contracts'
import type { Change } from '@prankpost/messaging'
import type { Deletion } from './deletion.ts'
import { emit } from './deps.ts'
import { nextPasswordSetAt, type User } from './user.model.ts'

/**
 * The write that deletes an account: it removes name, address, password and operators' notes, frees the e-mail address, voids every
 * session, and emits the event that makes each service erase its data.
 */
export function accountErased(
  user: User,
  deletion: Pick<Deletion, 'receipt' | 'email' | 'emailVerified' | 'successor'>,
): Change<User> {
  const requestedAt = nextPasswordSetAt(user)
  const { _id: ownerId } = user
  const { receipt } = deletion
  return {
    update: {
      $set: {
        email: `deleted:${ownerId}`,
        emailVerifiedAt: null,
        // Not a hash, so no password matches it.
        passwordHash: 'deleted',
        passwordSetAt: requestedAt,
        firstName: deletedCustomer.firstName,
        lastName: deletedCustomer.lastName,
        mailsOff: [],
        agreements: [],
        searchTerms: [],
        blocked: null,
        notes: [],
        deletion: { ...deletion, requestedAt, answers: {}, erasedAt: null },
      },
      $unset: { isListed: 1 },
    },
    events: [
      emit('customer-deletion-requested', ownerId, {
        receipt,
        ownerId,
        requestedAt: requestedAt.toISOString(),
      }),
    ],
  }
}
