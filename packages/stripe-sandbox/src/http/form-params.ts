import { z } from 'zod'
import { invalidRequest, type StripeApiError } from '../stripe-error.ts'

// Form values are text; these schemas parse them as Stripe does, with Stripe's error messages.
// An issue's `params.code` is Stripe's error code.

/** A non-empty string of at most `max` characters. */
export const text = (max = 5000) =>
  z.string().check((ctx) => {
    if (ctx.value === '') {
      const message =
        'You passed an empty string for a parameter that cannot be unset. Leave it out if you do not want to set it.'
      ctx.issues.push({
        code: 'custom',
        input: ctx.value,
        message,
        params: { code: 'parameter_invalid_empty' },
      })
    } else if (ctx.value.length > max) {
      const message = `Invalid string: must be at most ${max} characters`
      ctx.issues.push({ code: 'custom', input: ctx.value, message })
    }
  })

/** A whole number within bounds. */
export const integer = (min: number, max: number) =>
  z.string().transform((value, ctx) => {
    const number = /^-?\d{1,15}$/.test(value) ? Number(value) : Number.NaN
    if (number >= min && number <= max) return number
    const bound = number < min ? `greater than or equal to ${min}` : `less than or equal to ${max}`
    const message = Number.isNaN(number) ? `Invalid integer: ${value}` : `This value must be ${bound}.`
    ctx.addIssue({ code: 'custom', message, params: { code: 'parameter_invalid_integer' }, input: value })
    return z.NEVER
  })

/** One of a fixed set of values. */
export const oneOf = <const T extends string>(...values: T[]) =>
  z.enum(values, {
    error: (issue) =>
      issue.input === undefined ? undefined : `Invalid value: must be one of ${values.join(', ')}`,
  })

/** An absolute http(s) address. */
export const address = text().check((ctx) => {
  const url = URL.canParse(ctx.value) ? new URL(ctx.value) : null
  if (url?.protocol === 'http:' || url?.protocol === 'https:') return
  ctx.issues.push({
    code: 'custom',
    input: ctx.value,
    message: 'Not a valid URL',
    params: { code: 'url_invalid' },
  })
})

/** An e-mail address. */
export const email = text(512).check((ctx) => {
  if (/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(ctx.value)) return
  const message = `Invalid email address: ${ctx.value}`
  ctx.issues.push({ code: 'custom', input: ctx.value, message, params: { code: 'email_invalid' } })
})

/** Up to 50 keys of 40 characters with values of 500. */
export const metadata = z
  .preprocess(
    // `metadata[0]=a` reads as a list, but means the key "0".
    (value) => (Array.isArray(value) ? Object.fromEntries(Object.entries(value)) : value),
    z.record(
      z.string().max(40, 'Metadata keys can have up to 40 characters.'),
      z.string().max(500, 'Metadata values can have up to 500 characters.'),
    ),
  )
  .refine((data) => Object.keys(data).length <= 50, 'Metadata can have up to 50 keys.')

/** `expand[]`: the fields to show in full. */
export const expandPaths = z.array(text(200)).max(20).default([])

/** The parameters of every list. */
export const paging = {
  limit: integer(1, 100).default(10),
  starting_after: text().optional(),
  expand: expandPaths,
}

/** Validates parameters with their schema. @throws StripeApiError naming the first invalid one */
export function readParams<S extends z.ZodType>(schema: S, params: unknown): z.output<S> {
  const result = schema.safeParse(params ?? {}, { reportInput: true })
  if (result.success) return result.data
  throw asStripeError(result.error.issues)
}

function asStripeError(issues: z.core.$ZodIssue[]): StripeApiError {
  // Stripe reports an unknown parameter before a missing one.
  const issue = issues.find((one) => one.code === 'unrecognized_keys') ?? issues[0]
  if (!issue) return invalidRequest('Invalid request.')
  if (issue.code === 'unrecognized_keys') {
    const param = paramName([...issue.path, issue.keys[0] ?? ''])
    return invalidRequest(`Received unknown parameter: ${param}`, param, 'parameter_unknown')
  }
  const param = paramName(issue.path)
  if (issue.input === undefined && issue.code !== 'custom') {
    return invalidRequest(`Missing required param: ${param}.`, param, 'parameter_missing')
  }
  if (issue.code === 'invalid_type') {
    return invalidRequest(`Invalid ${issue.expected === 'record' ? 'object' : issue.expected}`, param)
  }
  const code: unknown = issue.code === 'custom' ? issue.params?.code : undefined
  return invalidRequest(issue.message, param, typeof code === 'string' ? code : undefined)
}

/** Writes a path as Stripe names parameters: `line_items[0][quantity]`. */
function paramName([first, ...rest]: PropertyKey[]): string {
  return String(first ?? '') + rest.map((part) => `[${String(part)}]`).join('')
}
