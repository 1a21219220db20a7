import { describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { contactInput } from '../src/contact.ts'
import { api, events, serviceNames, validateOrderInput } from '../src/index.ts'

const endpoints = Object.entries(api)

describe('the map of endpoints', () => {
  test.each(endpoints)('%s has a service, and schemas for its request and response', (key, endpoint) => {
    const [method, path = ''] = key.split(' ')
    expect(serviceNames).toContain(endpoint.service)
    const parameters = [...path.matchAll(/:(\w+)/g)].map(([, name]) => name)
    const shape = 'params' in endpoint ? Object.keys((endpoint.params as z.ZodObject).shape) : []
    expect(shape).toEqual(parameters)
    const answers = ['answer', 'file'].filter((kind) => kind in endpoint)
    expect(answers).toHaveLength(endpoint.status === 200 || endpoint.status === 201 ? 1 : 0)
    expect('body' in endpoint && method === 'GET').toBe(false)
    const isAdmin = path.startsWith('/api/admin/') && !path.endsWith('/login')
    if (isAdmin) expect(endpoint.access).toBe('admin')
    else if (!path.startsWith('/api/operators/')) expect(endpoint.access).not.toBe('admin')
  })

  test('when an endpoint is of operators then it names roles, and no other endpoint does', () => {
    for (const [key, endpoint] of endpoints)
      expect([key, 'roles' in endpoint && endpoint.roles.length > 0]).toEqual([
        key,
        endpoint.access === 'admin',
      ])
  })

  test('when an endpoint shows who paid then a packer may not call it', () => {
    const forPackers = endpoints.flatMap(([key, endpoint]) =>
      'roles' in endpoint && (endpoint.roles as readonly string[]).includes('packer') ? [key] : [],
    )
    const area = /^\w+ \/api\/(operators\/|admin\/(parcels|parcel-documents|pranks)\b)/
    expect(forPackers.filter((key) => !area.test(key))).toEqual([])
  })
})

describe('the map of events', () => {
  test.each(Object.entries(events))('%s has one owner and at least one other reader', (name, event) => {
    expect(name).toMatch(/^[a-z]+(-[a-z]+)+$/)
    expect(serviceNames).toContain(event.owner)
    expect(event.readers.length).toBeGreaterThan(0)
    for (const reader of event.readers) expect(serviceNames).toContain(reader)
    expect([...event.readers]).not.toContain(event.owner)
  })
})

describe('the end of sessions', () => {
  const withCustomers = endpoints.filter(([, { access }]) => access === 'customer')
  const asked = [...new Set(withCustomers.map(([, { service }]) => service))]
  const expected = asked.filter((service) => service !== 'auth').sort()

  test('when a service has an endpoint for customers then it reads all that ends sessions, and who is blocked', () => {
    expect(expected.length).toBeGreaterThan(0)
    for (const event of ['session-ended', 'sessions-ended', 'customer-block-changed'] as const)
      expect([...events[event].readers].sort()).toEqual(expected)
    expect(events['password-changed'].readers).toEqual(expect.arrayContaining(expected))
  })
})

describe('dead letters', () => {
  test('when a service reads events then the operator can see its dead letters', () => {
    const readers = new Set<string>(Object.values(events).flatMap((event) => [...event.readers]))
    expect([...readers].sort()).toEqual([...serviceNames].sort())
    for (const reader of readers) expect(api).toHaveProperty([`GET /api/admin/dead-letters/${reader}`])
  })
})

describe('user input', () => {
  const form = { name: 'Ann', address: '1 Path', city: 'Bend', state: 'or', zipCode: '97701' }
  test('when a state is in lower case then it is converted to upper case', () => {
    const parsed = { ...form, address2: null, state: 'OR', profilePicture: 'hunk' }
    expect(contactInput.parse(form)).toEqual(parsed)
  })

  test.each(['__proto__', 'constructor', 'prototype'])(
    'when an item carries the key %s then it is dropped',
    (key) => {
      const item = JSON.parse(
        `{"prankId":"${'a'.repeat(24)}","contactId":"local-1","price":4.99,"${key}":{"polluted":1}}`,
      )
      const { cartItems } = validateOrderInput.parse({ cartItems: [item], total: 4.99 })
      expect(Object.keys(cartItems[0] ?? {}).sort()).toEqual(['contactId', 'prankId', 'price', 'quantity'])
      expect(({} as { polluted?: number }).polluted).toBeUndefined()
    },
  )
})
