import { z } from 'zod'
import { objectId, timestamp } from './primitives.ts'

export const consentEvents = {
  'do-not-prank-requested': {
    about:
      'A recipient asked that nothing is sent to an address, and is to get the code that confirms it. Address and code are requested when the mail is sent: no event contains them.',
    owner: 'consent',
    readers: ['notification'],
    data: z.object({ requestId: objectId, requestedAt: timestamp }),
  },
  'address-blocked': {
    about:
      'An address is on the do-not-prank list: unsent parcels to it are withdrawn. Only its keyed digest is known. Emitted again when a parcel to it is paid all the same, because its payment had begun before.',
    owner: 'consent',
    readers: ['order', 'fulfilment'],
    data: z.object({ digest: z.string().max(64), at: timestamp }),
  },
  'address-reported': {
    about:
      'A recipient reported harassment: unsent parcels to the address are held for review, and none is drawn for it. Only its keyed digest is known. Emitted again when a parcel to it is paid or changed while the case is open. Nothing in it identifies the recipient or a sender.',
    owner: 'consent',
    readers: ['order', 'fulfilment'],
    data: z.object({ digest: z.string().max(64), caseId: objectId, at: timestamp }),
  },
} as const
