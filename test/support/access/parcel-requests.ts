import type { Fixture } from './requests.ts'

const unknownParcel = { id: 'no-such-parcel' }

/** Requests of the parcel queue: about parcels that do not exist, so that no other call finds its parcels changed. */
export const parcelRequests = {
  'GET /api/draws/:month': { make: () => ({ params: { month: '2020-01' } }), allowed: 404 },
  'POST /api/admin/parcels/pick-list': {
    make: () => ({ body: { ids: ['no-such-parcel'] } }),
    allowed: 404,
  },
  'POST /api/admin/parcels/labels': { make: () => ({ body: { ids: ['no-such-parcel'] } }), allowed: 404 },
  'POST /api/admin/parcels/ship': { make: () => ({ body: { parcels: [unknownParcel] } }) },
  'POST /api/admin/parcels/scan': { make: () => ({ body: { code: 'GHJKMNPQRS' } }), allowed: 404 },
  'POST /api/admin/parcels/import': { make: () => ({ body: { csv: 'reference\nGHJKMNPQRS' } }) },
  'POST /api/admin/parcels/:id/delivered': {
    make: () => ({ params: unknownParcel, body: {} }),
    allowed: 404,
  },
  'POST /api/admin/parcels/:id/returned': { make: () => ({ params: unknownParcel }), allowed: 404 },
  'POST /api/admin/parcels/:id/send-again': { make: () => ({ params: unknownParcel }), allowed: 404 },
  'POST /api/admin/parcels/:id/refund': { make: () => ({ params: unknownParcel }), allowed: 404 },
  'POST /api/admin/parcels/:id/hold': {
    make: () => ({ params: unknownParcel, body: { reason: 'Bad address' } }),
    allowed: 404,
  },
  'POST /api/admin/parcels/:id/refuse': {
    make: () => ({ params: unknownParcel, body: { reason: 'A threat' } }),
    allowed: 404,
  },
  'POST /api/admin/parcels/:id/release': { make: () => ({ params: unknownParcel }), allowed: 404 },
} satisfies Record<string, Fixture>
