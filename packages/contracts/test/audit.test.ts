import { describe, expect, test } from '@jest/globals'
import { api } from '../src/api.ts'
import { isAudited } from '../src/audit.ts'
import { auditedServices } from '../src/services.ts'

describe('the audit trail', () => {
  const audited = Object.entries(api).filter(([key, endpoint]) => isAudited(key, endpoint))

  test('when the operator changes something or takes out a file then it is in it, and reading a list is not', () => {
    const keys = audited.map(([key]) => key)
    expect(keys).toEqual(
      expect.arrayContaining([
        'PATCH /api/admin/orders/:id/status',
        'DELETE /api/admin/contact-messages/:id',
        'GET /api/admin/orders/export',
        'POST /api/admin/parcel-documents',
        'POST /api/admin/dead-letters/order/replay',
      ]),
    )
    expect(keys).not.toContain('GET /api/admin/orders')
    expect(keys).not.toContain('PUT /api/contacts/:id')
  })

  test('when a service has such an endpoint, or checks passwords, then it keeps one, and no other does', () => {
    const services = new Set(['auth', ...audited.map(([, { service }]) => service)])
    expect([...auditedServices].sort()).toEqual([...services].sort())
    for (const service of services)
      expect(api).toHaveProperty([`GET /api/admin/audit/${service}`, 'service'], service)
  })
})
