import { type ApiKey, api, maxBodyBytesOf } from '@prankpost/contracts'
import { Validator } from '@seriousme/openapi-schema-validator'
import { describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { openApiDocument } from '../src/index.ts'
import { type Document, follow, refsIn, unusedIn } from './fixture.ts'

interface Operation {
  operationId: string
  tags: string[]
  summary: string
  security: Record<string, string[]>[]
  parameters?: { name: string; in: string; required: boolean }[]
  requestBody?: { description: string; content: Record<string, unknown> }
  responses: Record<string, { content?: Record<string, unknown> }>
}
const document = openApiDocument() as unknown as Document & {
  paths: Record<string, Record<string, Operation>>
}
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(
    ([method, operation]) => [`${method.toUpperCase()} ${path}`, operation] as const,
  ),
)
const endpoints = Object.entries(api).map(
  ([key, endpoint]) =>
    [
      key.replace(/:(\w+)/g, '{$1}'),
      endpoint as typeof endpoint & Partial<Record<string, z.ZodObject>>,
    ] as const,
)

describe('the OpenAPI document', () => {
  test('when it is validated against OpenAPI 3.1 then it is valid', async () => {
    const validator = new Validator()
    expect(await validator.validate({ ...document })).toEqual({ valid: true })
    expect(validator.version).toBe('3.1')
  })

  test('when a part of it is broken then it is not valid', async () => {
    const broken = { ...document, info: { title: 'PrankPost' } }
    expect((await new Validator().validate(broken)).valid).toBe(false)
  })

  test('when it is compared with the contract then it contains each endpoint, and nothing else', () => {
    expect(operations.map(([key]) => key).sort()).toEqual(endpoints.map(([key]) => key).sort())
    const ids = operations.map(([, { operationId }]) => operationId)
    expect(new Set(ids).size).toBe(ids.length)
  })

  test('when it contains a reference then the target exists, and there are no unused components', () => {
    const refs = refsIn(document)
    expect(refs.length).toBeGreaterThan(50)
    expect(refs.filter((ref) => follow(document, ref) === undefined)).toEqual([])
    for (const kind of ['schemas', 'responses', 'headers']) expect(unusedIn(document, kind)).toEqual([])
  })

  test('when a schema differs between requests and responses then it has two components', () => {
    const { UsState, UsStateInput, Contact, ContactInput } = document.components.schemas ?? {}
    expect([UsState, UsStateInput]).toEqual([
      expect.objectContaining({ enum: expect.arrayContaining(['OR']) }),
      expect.not.objectContaining({ enum: expect.anything() }),
    ])
    expect(Contact).toMatchObject({ additionalProperties: false })
    expect(ContactInput).not.toHaveProperty('additionalProperties')
  })
})

describe.each(endpoints)('%s', (key, endpoint) => {
  const operation = operations.find(([one]) => one === key)?.[1] as Operation
  const { service, access, status } = endpoint
  const named = (place: string) =>
    (operation.parameters ?? []).filter((one) => one.in === place).map(({ name }) => name)

  test('when its operation is read then it matches the contract', () => {
    expect(operation.tags).toEqual([service])
    expect(operation.summary).toMatch(/^[A-Z].*[^.]$/)
    const inPath = [...key.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
    expect(named('path')).toEqual(inPath)
    expect(named('query')).toEqual(Object.keys(endpoint.query?.shape ?? {}))
    const isWebhook = key === 'POST /api/webhooks/stripe'
    expect(operation.requestBody !== undefined).toBe('body' in endpoint || 'upload' in endpoint || isWebhook)
    const limit = `At most ${maxBodyBytesOf(key.replace(/\{(\w+)\}/g, ':$1') as ApiKey) / 1024} kB.`
    expect(operation.requestBody?.description ?? limit).toBe(limit)
    const media = 'file' in endpoint ? [endpoint.file] : 'answer' in endpoint ? ['application/json'] : []
    expect(Object.keys(operation.responses[status]?.content ?? {})).toEqual(media)
    const schemes = operation.security.flatMap(Object.keys)
    if (access === 'public') expect(schemes).toEqual([])
    if (access === 'customer') expect(schemes).toEqual(['session'])
    if (access === 'admin') expect(schemes).toContain('adminPassword')
    expect('401' in operation.responses || access === 'public').toBe(true)
    for (const always of ['429', '500', '503']) expect(operation.responses).toHaveProperty([always])
  })
})
