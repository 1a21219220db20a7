import type { Fixture } from './requests.ts'

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
  'POST /api/admin/do-not-prank/search': { make: () => ({ body: place }) },
  'DELETE /api/admin/do-not-prank/:id': {
    make: () => ({ params: { id: 'f0'.repeat(12) } }),
    allowed: 404,
  },
} satisfies Record<string, Fixture>
