import type { Fixture } from './requests.ts'
import type { World } from './world.ts'

const aMessage = async ({ message }: World) => ({ params: { id: await message() } })
// Who has the link may read and answer; there is no valid token here.
const token = { token: 'no.such.token' }

/** Requests about messages of the contact form. */
export const messageRequests = {
  'GET /api/admin/contact-messages/:id': { make: aMessage },
  'PUT /api/admin/contact-messages/:id': {
    make: async (world) => ({ ...(await aMessage(world)), body: { status: 'resolved' } }),
  },
  'POST /api/admin/contact-messages/:id/replies': {
    make: async (world) => ({ ...(await aMessage(world)), body: { text: 'It is on its way.' } }),
  },
  'DELETE /api/admin/contact-messages/:id': { make: aMessage },
  'POST /api/admin/reply-templates': {
    make: () => ({ body: { name: `N ${Math.random()}`, text: 'Dear {name}' } }),
  },
  'DELETE /api/admin/reply-templates/:id': {
    make: () => ({ params: { id: 'f0'.repeat(12) } }),
    allowed: 404,
  },
  'POST /api/messages/thread': { make: () => ({ body: token }), allowed: 404 },
  'POST /api/messages/thread/replies': {
    make: () => ({ body: { ...token, text: 'Thank you.' } }),
    allowed: 404,
  },
} satisfies Record<string, Fixture>
