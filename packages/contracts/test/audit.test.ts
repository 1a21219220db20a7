import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { api } from '../src/api.ts'
import { isAudited, isAuditedRead } from '../src/audit.ts'
import type { Endpoint } from '../src/endpoint.ts'
import { serviceNames } from '../src/services.ts'

describe('the audit trail', () => {
  const endpoints = Object.entries(api) as [string, Endpoint][]
  const audited = endpoints.filter(([, endpoint]) => isAudited(endpoint))

  test('when the operator changes something, exports a file or reads personal data then the call is audited', () => {
    const keys = audited.map(([key]) => key)
    expect(keys).toEqual(
      expect.arrayContaining([
        'PATCH /api/admin/orders/:id/status',
        'DELETE /api/admin/contact-messages/:id',
        'GET /api/admin/orders/export',
        'POST /api/admin/parcel-documents',
        'POST /api/admin/parcels/ship',
        'POST /api/admin/dead-letters/order/replay',
      ]),
    )
    expect(keys).not.toContain('PUT /api/contacts/:id')
  })

  test('when a body leads to a recipient then the call is recorded without these fields', () => {
    const leading = ['contactId', 'trackingNumber', 'csv']
    const given = audited.flatMap(([key, { body, hidesFields = [] }]) => {
      const schema = body ? JSON.stringify(z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' })) : ''
      const found = leading.filter((name) => schema.includes(`"${name}":`))
      return found.length === 0 ? [] : [[key, found.filter((name) => !hidesFields.includes(name))]]
    })
    expect(Object.fromEntries(given)).toEqual({
      'POST /api/admin/ship-subscription-prank': [],
      'PATCH /api/admin/orders/:id/items/:itemId': [],
      'POST /api/admin/parcels/ship': [],
      'POST /api/admin/parcels/scan': [],
      'POST /api/admin/parcels/import': [],
    })
  })

  test('when an endpoint only reads then it is audited as a read, except statistics, ids and the audit trail itself', () => {
    const operators = endpoints.filter(([key, { access }]) => access === 'admin' && key.startsWith('GET '))
    const inGeneral = (keys: string[]) => [
      ...new Set(keys.map((key) => key.replace(/(audit|letters)\/.+/, '$1/*'))),
    ]
    expect(inGeneral(operators.flatMap(([key, one]) => (isAuditedRead(key, one) ? [key] : [])))).toEqual([
      'GET /api/admin/contact-messages',
      'GET /api/admin/contact-messages/:id',
      'GET /api/admin/user-contacts/:userId',
      'GET /api/admin/orders',
      'GET /api/admin/subscriptions',
      'GET /api/admin/subscription-logs',
      'GET /api/admin/dead-letters/*',
      'GET /api/admin/customers',
      'GET /api/admin/customers/:id',
      'GET /api/admin/parcels',
      'GET /api/admin/do-not-prank',
      'GET /api/admin/cases',
    ])
    expect(inGeneral(operators.flatMap(([key, one]) => (isAudited(one) ? [] : [key])))).toEqual([
      'GET /api/admin/reply-templates',
      'GET /api/admin/order-tasks',
      'GET /api/admin/order-stats',
      'GET /api/admin/plan-draw/:stripeSubscriptionId',
      'GET /api/admin/sent-pranks/:userId',
      'GET /api/admin/shipment-stats',
      'GET /api/admin/audit/*',
      'GET /api/admin/operators',
      'GET /api/operators/me',
      'GET /api/operators/sessions',
      'GET /api/admin/pranks',
      'GET /api/admin/pranks/:id/prices',
      'GET /api/admin/discounts',
      'GET /api/admin/settings',
      'GET /api/admin/texts',
      'GET /api/admin/texts/:name/versions',
      'GET /api/admin/texts/:name/versions/:version',
      'GET /api/admin/reports/sales',
      'GET /api/admin/reports/pranks',
      'GET /api/admin/reports/plans',
      'GET /api/admin/reports/fulfilment',
      'GET /api/admin/reports/discounts',
      'GET /api/admin/reports/funnel',
      'GET /api/admin/reports/funnel-pranks',
      'GET /api/admin/reports/:report/export',
    ])
  })

  test('when a service has an audited endpoint or checks passwords then it has an audit trail, and no other service has', () => {
    const services = new Set(['auth', ...audited.map(([, { service }]) => service)])
    expect([...serviceNames].sort()).toEqual([...services].sort())
    for (const service of services)
      expect(api).toHaveProperty([`GET /api/admin/audit/${service}`, 'service'], service)
  })
})
