import { deletedCustomer } from '@prankpost/contracts'
import type { Change } from '@prankpost/messaging'
import type { Deletion } from './deletion.ts'
import { emit } from './deps.ts'
import { nextPasswordSetAt, type User } from './user.model.ts'

/**
 * The write that deletes an account: name, address and password are gone, its e-mail address is free, every session is
 * void, and the event is there that has each service erase what it holds.
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
        // No hash: no password can ever fit.
        passwordHash: 'deleted',
        passwordSetAt: requestedAt,
        firstName: deletedCustomer.firstName,
        lastName: deletedCustomer.lastName,
        deletion: { ...deletion, requestedAt, answers: {}, erasedAt: null },
      },
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
