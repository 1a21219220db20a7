import type { AuditEntry } from '@prankpost/contracts/audit'
import { isRecord, parseJson, shortId } from '@prankpost/web-kit'
import { many } from '../../lib/many.ts'

const actions: Record<string, string> = {
  'POST /api/admin/login': 'Logged in',
  'POST /internal/admin-password': 'Called with a password',
  'PATCH /api/admin/orders/:id/status': 'Set the status of an order',
  'POST /api/admin/orders/status': 'Set the status of orders',
  'POST /api/admin/orders/:id/refunds': 'Refunded an order',
  'PATCH /api/admin/orders/:id/refunds/:refundId': 'Marked a failed refund as handled',
  'POST /api/admin/orders/:id/cancel': 'Cancelled an order',
  'PATCH /api/admin/orders/:id/items/:itemId': 'Changed the tracking of a parcel',
  'GET /api/admin/orders/export': 'Exported orders',
  'GET /api/admin/subscriptions/export': 'Exported plans',
  'POST /api/admin/ship-subscription-prank': 'Shipped a parcel of a plan',
  'POST /api/admin/parcel-documents': 'Printed labels or slips',
  'GET /api/admin/parcels': 'Read the parcel queue',
  'POST /api/admin/parcels/labels': 'Printed labels and slips',
  'POST /api/admin/parcels/ship': 'Shipped parcels',
  'POST /api/admin/parcels/scan': 'Scanned a parcel',
  'POST /api/admin/parcels/import': 'Imported tracking numbers',
  'POST /api/admin/parcels/:id/hold': 'Held a parcel',
  'POST /api/admin/parcels/:id/release': 'Released a parcel',
  'POST /api/admin/parcels/:id/refuse': 'Refused a parcel',
  'POST /api/admin/parcels/:id/delivered': 'Reported a parcel as delivered',
  'POST /api/admin/parcels/:id/returned': 'Reported a parcel as returned',
  'POST /api/admin/parcels/:id/send-again': 'Sent a parcel again that came back',
  'POST /api/admin/parcels/:id/refund': 'Refunded a parcel that came back',
  'GET /api/admin/subscription-logs/export': 'Exported logs',
  'POST /api/operators/sign-in': 'Signed in',
  'POST /api/admin/operators': 'Invited an operator',
  'PATCH /api/admin/operators/:id': 'Changed an operator',
  'DELETE /api/admin/operators/:id': 'Removed an operator',
  'DELETE /api/operators/sessions': 'Signed out everywhere',
  'POST /api/operators/totp': 'Began to set up one-time codes',
  'POST /api/operators/totp/confirm': 'Set up one-time codes',
  'GET /api/admin/customers': 'Read customers',
  'GET /api/admin/customers/:id': 'Read a customer',
  'POST /api/admin/customers/:id/block': 'Blocked a customer',
  'POST /api/admin/customers/:id/unblock': 'Ended the block of a customer',
  'POST /api/admin/customers/:id/sign-out': 'Signed a customer out everywhere',
  'POST /api/admin/customers/:id/mails': 'Sent a customer a link again',
  'POST /api/admin/customers/:id/notes': 'Added a note on a customer',
  'POST /api/admin/pranks': 'Added a prank',
  'PATCH /api/admin/pranks/:id': 'Changed a prank',
  'POST /api/admin/discounts': 'Added a discount code',
  'PATCH /api/admin/discounts/:code': 'Changed a discount code',
  'PATCH /api/admin/settings': 'Changed the settings of the shop',
  'POST /api/admin/texts/:name/versions': 'Published a text',
  'PUT /api/admin/pranks/:id/picture': 'Set the picture of a prank',
  'PUT /api/admin/contact-messages/:id': 'Changed a message',
  'DELETE /api/admin/contact-messages/:id': 'Deleted a message',
  'GET /api/admin/contact-messages/:id': 'Read the replies to a message',
  'POST /api/admin/contact-messages/:id/replies': 'Answered a message',
  'GET /api/admin/cases': 'Read cases of recipients',
  'POST /api/admin/cases/:id/close': 'Closed a case of a recipient',
  'POST /api/admin/cases/:id/sender': 'Read the sender of a reported parcel',
  'GET /api/admin/do-not-prank': 'Read the do-not-prank list',
  'POST /api/admin/do-not-prank/search': 'Searched an address on the do-not-prank list',
  'DELETE /api/admin/do-not-prank/:id': 'Removed an address from the do-not-prank list',
  'POST /api/admin/reply-templates': 'Added a text for answers',
  'DELETE /api/admin/reply-templates/:id': 'Deleted a text for answers',
  'GET /api/admin/contact-messages/export': 'Exported messages',
  'GET /api/admin/orders': 'Read orders',
  'GET /api/admin/subscriptions': 'Read plans',
  'GET /api/admin/subscription-logs': 'Read logs',
  'GET /api/admin/contact-messages': 'Read messages',
  'GET /api/admin/user-contacts/:userId': 'Read the targets of a customer',
}

/** The description of the operator's action; the endpoint if it has none. */
export function actionOf({ endpoint }: AuditEntry): string {
  if (/^POST \/api\/admin\/dead-letters\/[^/]+\/replay$/.test(endpoint)) return 'Replayed dead letters'
  if (/^GET \/api\/admin\/dead-letters\/[^/]+$/.test(endpoint)) return 'Read dead letters'
  return actions[endpoint] ?? endpoint
}

/** The label and colour (antd's presets) of an outcome. */
export function outcomeOf({ outcome }: AuditEntry): { label: string; color: string } {
  if (outcome === null) return { label: 'Unknown', color: 'default' }
  const { status } = outcome
  if (status < 400) return { label: 'Done', color: 'green' }
  if (status < 500) return { label: `Refused (${status})`, color: 'orange' }
  return { label: `Failed (${status})`, color: 'red' }
}

/** The number of records that a read or an export returned, as a text; null if it is unknown. */
export const recordsOf = ({ records }: AuditEntry): string | null =>
  records === null ? null : many(records, 'record')

/** The subject of an action on one line: the fields of path, query and body, with short ids. */
export function subjectOf(entry: AuditEntry): string {
  const { params, body } = entry
  const sent = parseJson(body ?? '')
  const { q, cursor, limit: _pageSize, ...fields } = { ...params, ...(isRecord(sent) ? sent : {}) }
  const parts = [
    recordsOf(entry) ?? [],
    q ? `search \u201c${q}\u201d` : [],
    ...Object.entries(fields).map(([name, value]) => fieldText(name, value) ?? []),
    cursor ? 'older page' : [],
  ].flat()
  return parts.join(' · ') || (isRecord(sent) ? '' : (body ?? ''))
}

function fieldText(name: string, value: unknown): string | null {
  if (Array.isArray(value)) return `${name} (${value.length})`
  if (typeof value === 'object' || value === '') return null
  const text = String(value)
  return `${name} ${/^[0-9a-f]{24}$/.test(text) ? shortId(text) : text}`
}
