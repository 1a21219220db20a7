import type { Fixture } from './requests.ts'

/** A code in the right form, of no parcel. */
const code = 'ZZZZZZZZZZ'
const place = { address: '1 Quiet Lane', address2: null, zipCode: '97477' }

/** Requests about the do-not-prank list. */
export const consentRequests = {
  'POST /api/do-not-prank': {
    make: () => ({ body: { ...place, city: 'Springfield', state: 'OR' } }),
  },
  // Who has the code may confirm; there is no such request here.
  'POST /api/do-not-prank/confirm': {
    make: () => ({ body: { requestId: 'f0'.repeat(12), code: '12345678' } }),
    allowed: 400,
  },
  // Nor are there codes of parcels here, or cases.
  'POST /api/slips': { make: () => ({ body: { code } }), allowed: 404 },
  'POST /api/slips/stop': { make: () => ({ body: { code } }), allowed: 404 },
  'POST /api/slips/report': { make: () => ({ body: { code, message: null } }), allowed: 404 },
  'POST /api/slips/guess': { make: () => ({ body: { code, name: 'Zed' } }), allowed: 404 },
  'POST /api/slips/reaction': { make: () => ({ body: { code, emoji: '😂', message: null } }), allowed: 404 },
  'POST /api/admin/cases/:id/close': {
    make: () => ({ params: { id: 'f0'.repeat(12) }, body: { outcome: 'dismissed', note: 'n' } }),
    allowed: 404,
  },
  'POST /api/admin/cases/:id/sender': {
    make: () => ({ params: { id: 'f0'.repeat(12) }, body: { reason: 'r' } }),
    allowed: 404,
  },
  'POST /api/admin/do-not-prank/search': { make: () => ({ body: place }) },
  'DELETE /api/admin/do-not-prank/:id': {
    make: () => ({ params: { id: 'f0'.repeat(12) } }),
    allowed: 404,
  },
} satisfies Record<string, Fixture>
