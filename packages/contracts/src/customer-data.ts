import { z } from 'zod'
import { objectId, timestamp } from './primitives.ts'
import { type CustomerDataService, customerDataServices, exportSections } from './services.ts'

/** How many days a customer's export can be downloaded and is kept. */
export const exportDays = 7
/** How many days the address of a paid, unsent order is kept for a deleted customer; then it is erased, sent or not. */
export const unsentDays = 90
/** How many days after its ship-by date the address of a parcel with a day is kept, if that is later than `unsentDays`. */
const unsentPlannedDays = 7

/** Whether an unsent parcel with such a ship-by date still needs its address, however long ago the account was deleted. */
export const isStillPlanned = ({ shipBy }: { shipBy?: Date | undefined }, now: Date): boolean =>
  shipBy !== undefined && now.getTime() - shipBy.getTime() <= unsentPlannedDays * 86_400_000

/** Replaces the name of a deleted customer. */
export const deletedCustomer = { firstName: 'Deleted', lastName: 'customer', email: '' } as const
export const deletedCustomerName = 'Deleted customer'
/** Replaces an erased address; it does not identify a person. */
export const erasedAddress = { name: 'Erased', address: '', city: '', state: '', zipCode: '' } as const

/** A shipped parcel of which no delivery is reported counts as delivered after this many days. */
export const assumedDeliveryDays = 15
/** Replaces the recipient of a parcel whose address was forgotten. */
export const forgottenAddress = { ...erasedAddress, name: 'Forgotten' } as const

/** The state of a customer's export; `none` when none was requested, or the last one has expired. */
export const dataExport = z.object({
  state: z.enum(['none', 'gathering', 'ready']),
  requestedAt: timestamp.nullable(),
  readyAt: timestamp.nullable(),
  expiresAt: timestamp.nullable(),
  /** The sections of the file, and whether each is complete. */
  sections: z.array(z.object({ name: z.enum(Object.values(exportSections)), ready: z.boolean() })),
})
export type DataExport = z.infer<typeof dataExport>

/** Body of POST /api/auth/account-deletion. The confirmation prevents an accidental deletion. */
export const deleteAccountInput = z.object({
  password: z.string({ error: 'Your password is required' }).min(1, 'Your password is required').max(200),
  confirmation: z.literal('DELETE', 'Please type DELETE, in capital letters'),
})
export const deleteAccountAnswer = z.object({ receipt: z.string(), message: z.string() })

/** The outcome for one kind of record: deleted, anonymized, or kept unchanged as long as there is a reason. */
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

const dataErased = <S extends CustomerDataService>(service: S) =>
  ({
    about: `${service} has erased a customer's data. The event contains its part of the receipt.`,
    owner: service,
    readers: ['auth'],
    data: erased,
  }) as const

/** Each service reports its erasure with its own event, because an event has only one owner; all have the same payload. */
export const dataErasedEvents = Object.fromEntries(
  customerDataServices.map((service) => [`${service}-data-erased`, dataErased(service)]),
) as unknown as { [S in CustomerDataService as `${S}-data-erased`]: ReturnType<typeof dataErased<S>> }

/** The events of auth that export and erase customers' data. They contain ids, but no names or addresses. */
export const customerDataEvents = {
  'customer-export-requested': {
    about:
      'A customer requested a copy of their data. Every service that stores some sends its part to auth.',
    owner: 'auth',
    readers: customerDataServices,
    data: z.object({ exportId: objectId, ownerId: objectId, requestedAt: timestamp }),
  },
  'customer-deletion-requested': {
    about:
      "A customer deleted the account: earlier sessions are invalid, and every service erases the customer's data.",
    owner: 'auth',
    readers: customerDataServices,
    data: z.object({ receipt, ownerId: objectId, requestedAt: timestamp }),
  },
  'customer-erased': {
    about: "Every service has erased the customer's data: the receipt is complete.",
    owner: 'auth',
    readers: ['notification'],
    data: z.object({ receipt, ownerId: objectId, erasedAt: timestamp }),
  },
  ...dataErasedEvents,
} as const

/** auth: POST /internal/export-parts: one part of a service's section. Sending a part again replaces it. */
export const exportPart = z.object({
  exportId: objectId,
  ownerId: objectId,
  /** The number of the part, starting with 0. */
  part: z.int().min(0).max(100_000),
  /** Whether this is the last part. */
  last: z.boolean(),
  records: z.array(z.unknown()).max(10_000),
})
/** The largest body: a part has 200,000 characters of up to 3 bytes, plus its last record. */
export const exportPartMaxBytes = 1_048_576
/** `wanted` is false when the customer has requested a new export or no longer exists: the other parts are not needed. */
export const exportPartAnswer = z.object({ wanted: z.boolean() })

/**
 * auth: GET /internal/data-subjects/:id: the e-mail address that finds a customer's records without another reference
 * to the customer. Null when it is erased, or was never verified and may belong to another person.
 */
export const dataSubject = z.object({ verifiedEmail: z.string().nullable() })

/** auth: GET /internal/deletion-receipts/:ownerId: the content of the receipt mail; null after it was sent. */
export const deletionReceipt = z
  .object({
    to: z.string(),
    receipt: z.string(),
    requestedAt: timestamp,
    services: z.array(z.object({ section: z.string(), erasedAt: timestamp, counts: z.array(erasedCount) })),
  })
  .nullable()
export type DeletionReceipt = NonNullable<z.infer<typeof deletionReceipt>>
