import type { MailOrder } from '@prankpost/contracts'

/** What a mail about an event is written from. */
export interface About<E> {
  event: E
  publicUrl: string
}

/** The same with the order that the event is about; null when a payment belongs to no order. */
export interface AboutOrder<E, O extends MailOrder | null = MailOrder> extends About<E> {
  order: O
}
