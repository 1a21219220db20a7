import fc from 'fast-check'
import { z } from 'zod'
import { usStates } from '../src/us-states.ts'
import { zipFitsState } from '../src/zip-codes.ts'

/** The part of JSON Schema that zod generates for our schemas. */
interface JsonSchema {
  type?: string
  enum?: unknown[]
  const?: unknown
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  allOf?: JsonSchema[]
  format?: string
  pattern?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  items?: JsonSchema
  minItems?: number
  maxItems?: number
  properties?: Record<string, JsonSchema>
  required?: string[]
  additionalProperties?: JsonSchema | boolean
  propertyNames?: JsonSchema
}

// A JSON Schema does not contain refinements and transforms, so these values are chosen by the name of the field.
const money = fc.integer({ min: 0, max: 99_999 }).chain((cents) => {
  const text = (cents / 100).toFixed(2)
  return fc.constantFrom(text, `$${text}`, Number(text))
})
const address = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.stringMatching(/^ ?[A-Za-z0-9]{1,12}\+?[a-z0-9]{1,9}@[a-z0-9]{1,10}\.(com|test)$/),
  },
  // Unusual addresses that RFC 5322 allows; our schema does not accept all of them.
  { weight: 1, arbitrary: fc.emailAddress() },
)
const state = fc
  .constantFrom(...usStates)
  .chain((code) => fc.constantFrom(code, code.toLowerCase(), ` ${code} `))
const zipCode = fc.stringMatching(/^\d{5}(-\d{4})?$/)
const dateFrom = (min: string, max: string) =>
  fc.date({ noInvalidDate: true, min: new Date(min), max: new Date(max) }).map((date) => date.toISOString())
const byName: Record<string, fc.Arbitrary<unknown>> = {
  email: address,
  operatorEmail: fc.option(address),
  state,
  zipCode,
  contactState: state,
  contactZipCode: zipCode,
  price: money,
  total: money,
  amount: money,
  // Of a discount code: fits every kind, and the end is after the start.
  value: fc.integer({ min: 100, max: 9_900 }).map((cents) => (cents / 100).toFixed(2)),
  // A generated date is in the past, or closes the shop for the rest of the test.
  closedUntil: fc.constant(null),
  startsAt: fc.option(dateFrom('2020-01-01', '2025-12-31')),
  endsAt: fc.option(dateFrom('2026-01-01', '2099-12-31')),
}

/**
 * Generates input values for a schema: mostly valid, and unusual within the allowed range (any script, lengths and
 * amounts at their bounds, optional parts omitted).
 */
export function arbitraryOf(schema: z.ZodType): fc.Arbitrary<unknown> {
  return fromJson(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema)
}

function fromJson(schema: JsonSchema, name = ''): fc.Arbitrary<unknown> {
  const known = byName[name]
  if (known !== undefined) return known
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum)
  const either = schema.anyOf ?? schema.oneOf
  if (either !== undefined) return fc.oneof(...either.map((one) => fromJson(one, name)))
  if (schema.allOf !== undefined) return fromJson(Object.assign({}, ...schema.allOf, { type: schema.type }))
  switch (schema.type) {
    case 'string':
      return text(schema)
    case 'integer':
    case 'number':
      return amount(schema)
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    case 'array':
      return fc.array(fromJson(schema.items ?? {}), {
        minLength: schema.minItems ?? 0,
        maxLength: Math.min(schema.maxItems ?? 5, Math.max(5, schema.minItems ?? 0)),
      })
    case 'object':
      return record(schema)
    default:
      return fc.jsonValue()
  }
}

function text({ format, pattern, minLength = 0, maxLength = 60 }: JsonSchema): fc.Arbitrary<string> {
  if (format === 'uuid') return fc.uuid()
  if (format === 'email') return fc.emailAddress()
  if (format === 'date')
    return fc
      .date({ noInvalidDate: true, min: new Date('0001-01-01'), max: new Date('9999-12-31') })
      .map((date) => date.toISOString().slice(0, 10))
  if (format === 'date-time') return fc.date({ noInvalidDate: true }).map((date) => date.toISOString())
  if (pattern !== undefined) return fc.stringMatching(new RegExp(pattern))
  const bounds = { minLength, maxLength: Math.max(minLength, Math.min(maxLength, 60)) }
  return fc.oneof(
    fc.string(bounds),
    fc.string({ ...bounds, unit: 'grapheme' }),
    // Exactly at the maximum length.
    fc.constantFrom('x', 'ß', '語').map((sign) => sign.repeat(Math.min(maxLength, 5_000))),
  )
}

function amount({ type, minimum = -1_000, maximum = 1_000 }: JsonSchema): fc.Arbitrary<number> {
  const [min, max] = [Math.max(minimum, -1e9), Math.min(maximum, 1e9)]
  return type === 'integer' ? fc.integer({ min, max }) : fc.double({ min, max, noNaN: true })
}

function record(schema: JsonSchema): fc.Arbitrary<unknown> {
  const { properties = {}, required = [], additionalProperties, propertyNames = { minLength: 1 } } = schema
  if (typeof additionalProperties === 'object' && Object.keys(properties).length === 0) {
    return fc.dictionary(text(propertyNames), fromJson(additionalProperties))
  }
  const parts = Object.fromEntries(
    Object.entries(properties).map(([name, part]) => [name, fromJson(part, name)]),
  )
  const whole = fc.record(parts, { requiredKeys: required })
  return 'state' in parts && 'zipCode' in parts ? whole.chain(withFittingZip) : whole
}

/** Mostly gives an address a ZIP code of its state. */
function withFittingZip(address: Record<string, unknown>): fc.Arbitrary<unknown> {
  const { state, zipCode } = address
  if (typeof state !== 'string' || typeof zipCode !== 'string') return fc.constant(address)
  const fitting = allPrefixes.filter((prefix) => zipFitsState(prefix, state.trim().toUpperCase()))
  const fitted = fc
    .constantFrom(...fitting)
    .map((prefix) => ({ ...address, zipCode: prefix + zipCode.slice(3) }))
  return fc.oneof({ weight: 4, arbitrary: fitted }, { weight: 1, arbitrary: fc.constant(address) })
}
const allPrefixes = Array.from({ length: 1_000 }, (_, n) => String(n).padStart(3, '0'))
