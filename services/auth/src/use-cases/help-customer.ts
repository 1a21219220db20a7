import type { CallingOperator, MailLinkPurpose } from '@prankpost/contracts'
import { maxCustomerNotes } from '@prankpost/contracts'
import { conflict } from '@prankpost/service-kit'
import { type Deps, emit } from '../deps.ts'
import { linkRequested } from '../mail-link-event.ts'
import { type Account, nextPasswordSetAt, passwordChangedAtOf } from '../user.model.ts'
import { noCustomer, toNotes } from './read-customer.ts'

/**
 * Ends all sessions of a customer, who signs in again with the same password, in one write with the event for the other
 * services. A link to set a password that is on its way is still needed: the date of the password stays. A repetition ends
 * the sessions that were started since. If the process dies after the write, the event is in the outbox.
 * @throws 404 when there is no such customer
 */
export async function signOutCustomer(
  { id }: { id: string },
  { outbox }: Pick<Deps, 'outbox'>,
): Promise<{ message: string }> {
  const result = await outbox.change({ _id: id, isListed: true }, (account) => {
    const passwordSetAt = nextPasswordSetAt(account)
    const endedAt = passwordSetAt.toISOString()
    return {
      update: { $set: { passwordSetAt, passwordChangedAt: passwordChangedAtOf(account) } },
      events: [emit('sessions-ended', id, { ownerId: id, endedAt })],
    }
  })
  if (result === null) throw noCustomer()
  return { message: 'All sessions of this customer are ended.' }
}

/**
 * Sends a customer a mail with a link again, without the limit for customers. Each call sends one mail.
 * @throws 404 when there is no such customer, 409 when the address is verified already
 */
export async function mailLinkToCustomer(
  { id, purpose }: { id: string; purpose: MailLinkPurpose },
  { outbox }: Pick<Deps, 'outbox'>,
): Promise<{ message: string }> {
  const result = await outbox.change({ _id: id, isListed: true }, ({ emailVerifiedAt }) =>
    purpose === 'verify-email' && emailVerifiedAt != null
      ? null
      : { update: {}, events: [linkRequested(purpose, id)] },
  )
  if (result === null) throw noCustomer()
  if (!result.changed) throw conflict('The e-mail address of this customer is verified already.')
  return { message: 'The mail is on its way.' }
}

interface NewNote {
  id: string
  text: string
  operator: Pick<CallingOperator, 'name'>
  key: string | undefined
}

/**
 * Adds a note; the latest notes are kept. A call with the idempotency key of one of them adds nothing.
 * @throws 404 when there is no such customer, 409 when the key was used for another text
 */
export async function noteOnCustomer({ id, text, operator, key }: NewNote, { outbox }: Pick<Deps, 'outbox'>) {
  const note = { at: new Date(), by: operator.name, text, ...(key && { key }) }
  let kept: NonNullable<Account['notes']> = []
  const result = await outbox.change({ _id: id, isListed: true }, ({ notes = [] }) => {
    const earlier = notes.find((one) => key !== undefined && one.key === key)
    if (earlier !== undefined && earlier.text !== text)
      throw conflict('This Idempotency-Key was used for another note.')
    kept = earlier ? notes : [...notes, note].slice(-maxCustomerNotes)
    return earlier ? null : { update: { $set: { notes: kept } } }
  })
  if (result === null) throw noCustomer()
  return toNotes({ notes: kept })
}
