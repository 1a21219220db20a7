import type { Agreement } from '@prankpost/contracts/agreement'
import { type Consent, checkoutConsent, renewalConsent, signUpConsent } from '@prankpost/contracts/consent'
import type { CustomerOrder, HistoryEntry, LinkedOrder } from '@prankpost/contracts/customer-order'
import type { MailPreferences } from '@prankpost/contracts/mail-preferences'
import type { LinkedThread } from '@prankpost/contracts/support'
import { bob, idOf } from './samples.ts'

/** The id of Molly's order. */
export const orderId = idOf(0x777)

const tracking = {
  status: 'preparing',
  trackingNumber: null,
  carrier: null,
  trackingUrl: null,
  shippedAt: null,
  deliveredAt: null,
  estimatedDelivery: { from: '2026-12-01', to: '2026-12-07' },
} as const

/** A parcel that is still here. */
export const waitingItem: CustomerOrder['items'][number] = {
  ...tracking,
  id: '0',
  prankId: idOf(1),
  prankName: 'Raw Potato',
  prankImage: 'potato',
  quantity: 2,
  price: '4.99',
  contactId: bob.id,
  contactName: bob.name,
  contactAddress: bob.address,
  contactAddress2: 'Apt 4',
  contactCity: bob.city,
  contactState: bob.state,
  contactZipCode: bob.zipCode,
}

/** A parcel on its way. */
export const sentItem: CustomerOrder['items'][number] = {
  ...waitingItem,
  id: '1',
  prankId: idOf(99),
  prankName: 'Talking Fish',
  prankImage: 'sock',
  quantity: 1,
  contactId: null,
  contactName: 'Ann Onymous',
  contactAddress: '2 Oak Road',
  contactAddress2: null,
  status: 'shipped',
  trackingNumber: '9400111899223100001234',
  carrier: 'USPS',
  trackingUrl: 'https://tools.usps.com/go/TrackConfirmAction?tLabels=9400111899223100001234',
  shippedAt: '2026-11-25T12:00:00.000Z',
  estimatedDelivery: { from: '2026-12-01', to: '2026-12-04' },
}

/** A parcel of Molly's order in her history, as a server of an earlier version sends it: without reveal and reaction. */
export const historyEntry: Omit<HistoryEntry, 'reveal' | 'reaction'> = {
  id: 'h1',
  orderId,
  orderNumber: '00000777',
  prankName: 'Raw Potato',
  prankImageUrl: 'potato',
  prankDescription: 'A potato.',
  status: 'paid',
  contactName: bob.name,
  contactAddress: '1 Elm Street, Reno, NV 89501',
  sentDate: '2024-12-04T12:00:00.000Z',
  quantity: 1,
  price: '4.99',
  estimatedDelivery: '2024-12-11T12:00:00.000Z',
  trackingNumber: null,
}

const consentOf = ({ kind, version, wording }: Consent) => ({ kind, version, wording })
const agreedAt = '2026-11-24T12:00:00.000Z'

/** What Molly agreed to: when she signed up, with her order, and with her plan of 3 pranks. */
export const agreements = {
  signUp: { ...signUpConsent, price: null, interval: null, agreedAt } as Agreement,
  order: { ...consentOf(checkoutConsent(1497)), price: '14.97', interval: null, agreedAt } as Agreement,
  plan: { ...consentOf(renewalConsent(1497)), price: '14.97', interval: 'month', agreedAt } as Agreement,
}

/** Molly's order of two pranks; without changes it was just paid, and can be cancelled and edited. */
export const orderOf = (changes: Partial<CustomerOrder> = {}): CustomerOrder => ({
  id: orderId,
  number: '00000777',
  type: 'once',
  status: 'paid',
  createdAt: '2026-11-24T12:00:00.000Z',
  paidAt: '2026-11-24T12:01:00.000Z',
  total: '14.97',
  refunded: '0.00',
  discountCode: null,
  customMessage: null,
  agreement: agreements.order,
  items: [waitingItem],
  timeline: [
    { at: '2026-11-24T12:00:00.000Z', what: 'placed', detail: null },
    { at: '2026-11-24T12:01:00.000Z', what: 'paid', detail: '$14.97 by card.' },
  ],
  can: { cancel: true, cancelUntil: new Date(Date.now() + 5_000_000).toISOString(), edit: true },
  ...changes,
})

/** The same order as a link in a mail shows it. */
export const linkedOrder: LinkedOrder = {
  number: '00000777',
  type: 'once',
  status: 'shipped',
  paidAt: '2026-11-24T12:01:00.000Z',
  items: [waitingItem, sentItem].map(
    ({
      status,
      trackingNumber,
      carrier,
      trackingUrl,
      shippedAt,
      deliveredAt,
      estimatedDelivery,
      ...item
    }) => ({
      ...{ status, trackingNumber, carrier, trackingUrl, shippedAt, deliveredAt, estimatedDelivery },
      prankName: item.prankName,
      prankImage: item.prankImage,
      quantity: item.quantity,
      contactCity: item.contactCity,
    }),
  ),
  expiresAt: '2027-05-23T12:01:00.000Z',
}

/** The thread of a message as a link in a mail shows it. */
export const linkedThread: LinkedThread = {
  subject: 'Where is my potato?',
  message: 'It is late.\nVery late.',
  createdAt: '2026-11-24T12:00:00.000Z',
  replies: [
    {
      id: idOf(0x901),
      from: 'operator',
      text: 'Dear Molly,\nit is on its way.',
      at: '2026-11-24T13:00:00.000Z',
    },
  ],
  isFull: false,
  expiresAt: '2027-02-22T13:00:00.000Z',
}

/** The mails that Molly receives. */
export const mailPreferences: MailPreferences = {
  preferences: [
    { kind: 'order-paid', title: 'Order confirmation', required: true, enabled: true },
    { kind: 'parcel-shipped', title: 'Parcel on its way', required: false, enabled: true },
    { kind: 'parcel-delivered', title: 'Parcel delivered', required: false, enabled: false },
  ],
}
