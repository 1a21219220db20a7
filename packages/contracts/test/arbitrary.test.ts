import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { z } from 'zod'
import { api } from '../src/api.ts'
import { arbitraryOf } from './arbitrary.ts'

const schemas = Object.entries(api).flatMap(([key, endpoint]) =>
  ['params', 'query', 'body'].flatMap((part) => {
    const schema = (endpoint as Record<string, unknown>)[part] as z.ZodType | undefined
    return schema === undefined ? [] : [[`${key} ${part}`, schema] as const]
  }),
)

/** Bodies with one possible value. */
const singleValued = ['PATCH /api/admin/orders/:id/refunds/:refundId body']

test.each(schemas)(
  '%s: when values are generated from the schema then at least 30% of them are valid, and not all are equal',
  (key, schema) => {
    const values = fc.sample(arbitraryOf(schema), { numRuns: 100, seed: 1 })
    const valid = values.filter((value) => schema.safeParse(value).success)
    expect(valid.length).toBeGreaterThanOrEqual(30)
    const different = new Set(valid.map((value) => JSON.stringify(value))).size
    if (singleValued.includes(key)) expect(different).toBe(1)
    else expect(different).toBeGreaterThan(1)
  },
)
