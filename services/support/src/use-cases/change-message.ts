import type { CallingOperator, ContactMessage, ContactMessagePatch } from '@prankpost/contracts'
import { conflict, notFound } from '@prankpost/service-kit'
import type { Deps } from '../deps.ts'
import { listProjection, toDto } from '../message.model.ts'

interface MessageChange {
  id: string
  patch: ContactMessagePatch
  /** The caller: the assignee `me`. */
  operator: Pick<CallingOperator, 'id' | 'name'>
}

/**
 * Sets a message's status, notes or assignee, each field independently, in one conditional write: changing one never overwrites
 * the other, nor what a reply decides at the same time. With `previous`, a field that has changed since then is not overwritten. A repeat changes nothing.
 * @throws 404 when the message does not exist, 409 when `previous` is outdated
 */
export async function changeMessage(
  { id, patch: { previous, assignee, ...patch }, operator: { id: operatorId, name } }: MessageChange,
  { messages }: Pick<Deps, 'messages'>,
): Promise<ContactMessage> {
  const me = { id: operatorId, name }
  const change = fieldsOf({ ...patch, ...(assignee === undefined ? {} : { assignee: assignee && me }) })
  const guard = Object.entries(fieldsOf(previous ?? {}))
    .filter(([field]) => field in change)
    // A repeat of the same call finds its own values, which is not a conflict.
    .map(([field, seen]) => ({ [field]: { $in: [seen, change[field as keyof typeof change]] } }))
  const options = { returnDocument: 'after', projection: listProjection } as const
  const changed = await messages
    .findOneAndUpdate(
      { _id: id, ...(guard.length > 0 ? { $and: guard } : {}) },
      { $set: change, $inc: { revision: 1 } },
      options,
    )
    .lean()
  if (changed !== null) return toDto(changed)
  if ((await messages.exists({ _id: id })) === null) throw notFound('This message is not there any more.')
  throw conflict(
    'Another operator has changed this message meanwhile. Please reload it, then change it again.',
  )
}

/** The fields to set; empty notes become null. */
function fieldsOf({ status, adminNotes, assignee }: NonNullable<ContactMessagePatch['previous']>) {
  return {
    ...(assignee === undefined ? {} : { assignee }),
    ...(status === undefined ? {} : { status }),
    ...(adminNotes === undefined ? {} : { adminNotes: adminNotes === '' ? null : adminNotes }),
  }
}
