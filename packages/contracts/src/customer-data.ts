import { z } from 'zod'
import { objectId, timestamp } from './primitives.ts'
import type { ServiceName } from './services.ts'

/** The services that hold data of customers besides auth: each gives its part out, and erases it, when auth says so. */
export const customerDataServices = [
  'contact',
  'order',
  'payment',
  'subscription',
  'fulfilment',
  'achievement',
  'support',
  'subscription-logs',
  'notification',
] as const satisfies ServiceName[]
export type CustomerDataService = (typeof customerDataServices)[number]

/** What a customer's file calls the part of each service, in the order in which they stand there. */
export const exportSections = {
  contact: 'targets',
  order: 'orders',
  payment: 'payments',
  subscription: 'plans',
  fulfilment: 'shipments',
  achievement: 'achievements',
  support: 'messages',
  'subscription-logs': 'planLog',
  notification: 'mails',
} as const satisfies Record<CustomerDataService, string>

/** How long a customer's file can be fetched, and how long it is kept. */
export const exportDays = 7
/** How long an address is kept of an order that was paid and not sent: then it goes, sent or not. */
export const unsentDays = 90

/** Stands wherever the name of a deleted customer stood. */
export const deletedCustomer = { firstName: 'Deleted', lastName: 'customer', email: '' } as const
export const deletedCustomerName = 'Deleted customer'
/** Stands where an address was; nobody can be found by it. */
export const erasedAddress = { name: 'Erased', address: '', city: '', state: '', zipCode: '' } as const

/** How far a customer's file has come; `none` when none was asked for, or the last has run out. */
export const dataExport = z.object({
  state: z.enum(['none', 'gathering', 'ready']),
  requestedAt: timestamp.nullable(),
  readyAt: timestamp.nullable(),
  expiresAt: timestamp.nullable(),
  /** The parts of the file, and whether each is there. */
  sections: z.array(z.object({ name: z.enum(Object.values(exportSections)), ready: z.boolean() })),
})
export type DataExport = z.infer<typeof dataExport>

/** Body of POST /api/auth/account-deletion: what can be done by a slip must not delete an account. */
export const deleteAccountInput = z.object({
  password: z.string({ error: 'Your password is required' }).min(1, 'Your password is required').max(200),
  confirmation: z.literal('DELETE', 'Please type DELETE, in capital letters'),
})
export const deleteAccountAnswer = z.object({ receipt: z.string(), message: z.string() })

/** What became of one kind of thing: deleted, kept without names, or kept as it is until its reason is gone. */
export const erasedCount = z.object({
  what: z.string().max(100),
  outcome: z.enum(['deleted', 'anonymized', 'kept']),
  count: z.int().min(0),
})
export type ErasedCount = z.infer<typeof erasedCount>

const receipt = z.string().regex(/^[A-Z0-9]{4}(-[A-Z0-9]{4}){2}$/)
const erased = z.object({
  receipt,
  ownerId: objectId,
  counts: z.array(erasedCount).max(20),
  erasedAt: timestamp,
})

/** Each service's answer to a deletion is an event of its own, since an event has one owner; all look the same. */
export const dataErasedEvents = Object.fromEntries(
  customerDataServices.map((service) => [
    `${service}-data-erased`,
    {
      about: `${service} has erased what it held of a customer: its part of the receipt.`,
      owner: service,
      readers: ['auth'],
      data: erased,
    },
  ]),
) as unknown as DataErasedEvents

type DataErasedEvents = {
  [S in CustomerDataService as `${S}-data-erased`]: {
    about: string
    owner: S
    readers: readonly ['auth']
    data: typeof erased
  }
}

/** The events of auth by which customers' data is given out and erased. They hold ids: no name, no address. */
export const customerDataEvents = {
  'customer-export-requested': {
    about: 'A customer wants a copy of their data. Every service that holds some brings its part to auth.',
    owner: 'auth',
    readers: customerDataServices,
    data: z.object({ exportId: objectId, ownerId: objectId, requestedAt: timestamp }),
  },
  'customer-deletion-requested': {
    about:
      'A customer deleted the account: sessions started before are void, and every service erases what it holds.',
    owner: 'auth',
    readers: customerDataServices,
    data: z.object({ receipt, ownerId: objectId, requestedAt: timestamp }),
  },
  'customer-erased': {
    about: 'Every service has erased what it held of a customer: the receipt is complete.',
    owner: 'auth',
    readers: ['notification'],
    data: z.object({ receipt, ownerId: objectId, erasedAt: timestamp }),
  },
  ...dataErasedEvents,
} as const

/** auth: POST /internal/export-parts: one part of a service's share. The same part again takes the place of the first. */
export const exportPart = z.object({
  exportId: objectId,
  ownerId: objectId,
  /** From 0 on. */
  part: z.int().min(0).max(100_000),
  /** Whether this is all. */
  last: z.boolean(),
  records: z.array(z.unknown()).max(10_000),
})
/** The largest body: a part has 200,000 characters of up to 3 bytes, and its last record may come on top. */
export const exportPartMaxBytes = 1_048_576
/** Not `wanted`: the customer asked anew or is gone, and the rest need not be brought. */
export const exportPartAnswer = z.object({ wanted: z.boolean() })

/**
 * auth: GET /internal/data-subjects/:id: the e-mail address by which a customer's data is found where it has no
 * other mark; null when it was never verified, and so may be somebody else's, or when it is erased.
 */
export const dataSubject = z.object({ verifiedEmail: z.string().nullable() })

/** auth: GET /internal/deletion-receipts/:ownerId: what is mailed; null once it was. */
export const deletionReceipt = z
  .object({
    to: z.string(),
    receipt: z.string(),
    requestedAt: timestamp,
    services: z.array(z.object({ section: z.string(), erasedAt: timestamp, counts: z.array(erasedCount) })),
  })
  .nullable()
export type DeletionReceipt = NonNullable<z.infer<typeof deletionReceipt>>
