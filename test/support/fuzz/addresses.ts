import fc from 'fast-check'
import { arbitraryOf } from '../../../packages/contracts/test/arbitrary.ts'
import type { Schema } from './cases.ts'
import { oddText } from './odd-values.ts'

const escaped = (text: string) => encodeURIComponent(text.toWellFormed()).slice(0, 3_000)
/** Never empty: that would be the address of another endpoint. */
const escapedStep = (text: string) => escaped(text) || 'x'
const badEscapes = fc.constantFrom(
  '%',
  '%zz',
  '%c3%28',
  '%00',
  '%2e%2e%2f',
  '..',
  '%ff%fe',
  '%u0041',
  ';x',
  '%25%32%35',
)

/** One step of a path: a valid id, or something else. */
const step = (valid: fc.Arbitrary<unknown>) =>
  fc.oneof(
    { weight: 3, arbitrary: valid.map((value) => escapedStep(String(value))) },
    { weight: 2, arbitrary: oddText.map(escapedStep) },
    { weight: 1, arbitrary: badEscapes },
  )

/** Paths of a pattern: with valid ids, or with anything that an address can contain. */
export function pathOf(pattern: string, params: Schema | undefined): fc.Arbitrary<string> {
  if (params === undefined)
    return fc.oneof(
      { weight: 9, arbitrary: fc.constant(pattern) },
      badEscapes.map((bad) => pattern + bad),
    )
  const names = [...pattern.matchAll(/:(\w+)/g)].map(([, name = '']) => name)
  const values = arbitraryOf(params) as fc.Arbitrary<Record<string, unknown>>
  const steps = names.map((name) => step(values.map((valid) => valid[name])))
  return fc.tuple(...steps).map((parts) => {
    let n = 0
    return pattern.replace(/:\w+/g, () => parts[n++] ?? '')
  })
}

/** Queries that match the schema, and others. */
export function queryOf(schema: Schema | undefined): fc.Arbitrary<string> {
  const valid = (schema === undefined ? fc.constant({}) : arbitraryOf(schema)) as fc.Arbitrary<
    Record<string, unknown>
  >
  const known = ['limit', 'cursor', 'status', 'q', 'days', 'adminPassword']
  const name = fc.oneof(
    fc.constantFrom(...known),
    fc.constantFrom('q[$gt]', 'limit[]', '__proto__', 'q.x', ''),
  )
  const pair = fc.tuple(name, oddText).map(([key, value]) => `${escaped(key)}=${escaped(value)}`)
  const raw = fc.constantFrom(
    '%',
    '%zz=%zz',
    '&&==&',
    'q',
    'q=%c3%28',
    'limit=1&limit=2',
    'q=a&q=b&q=c',
    'limit=1e9',
    'limit=-1',
    'cursor=x%00y',
  )
  return fc.oneof(
    {
      weight: 3,
      arbitrary: valid.map((values) =>
        new URLSearchParams(
          Object.entries(values)
            .filter(([, value]) => value !== undefined)
            .map(([key, value]) => [key, String(value).toWellFormed()]),
        ).toString(),
      ),
    },
    { weight: 3, arbitrary: fc.array(pair, { minLength: 1, maxLength: 2 }).map((pairs) => pairs.join('&')) },
    { weight: 2, arbitrary: raw },
    { weight: 1, arbitrary: fc.integer({ min: 100, max: 2_000 }).map((n) => 'q=a&'.repeat(n)) },
  )
}
