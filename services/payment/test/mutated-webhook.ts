import { createHmac } from 'node:crypto'
import fc from 'fast-check'

/** A webhook request. */
export interface SentWebhook {
  body: Buffer
  signature: string | undefined
}

const hmac = (secret: string, timestamp: number | string, body: Buffer) =>
  createHmac('sha256', secret).update(`${timestamp}.`).update(body).digest('hex')

/** A webhook as Stripe signs it (docs.stripe.com/webhooks#verify-manually). */
export function signed(body: Buffer, secret: string, timestamp = now()): SentWebhook {
  return { body, signature: `t=${timestamp},v1=${hmac(secret, timestamp, body)}` }
}

const now = () => Math.floor(Date.now() / 1000)

/** A copy of the bytes with a random change. */
function otherBytes(body: Buffer): fc.Arbitrary<Buffer> {
  const at = fc.nat(body.length - 1)
  const text = body.toString()
  const splice = (from: number, remove: number, insert: string) =>
    Buffer.concat([body.subarray(0, from), Buffer.from(insert), body.subarray(from + remove)])
  return fc
    .oneof(
      fc.tuple(at, fc.integer({ min: 1, max: 255 })).map(([n, mask]) => {
        const copy = Buffer.from(body)
        copy[n] = (copy[n] ?? 0) ^ mask
        return copy
      }),
      fc.tuple(at, fc.string({ minLength: 1, maxLength: 5 })).map(([n, more]) => splice(n, 0, more)),
      fc.tuple(at, fc.integer({ min: 1, max: 50 })).map(([n, less]) => splice(n, less, '')),
      at.map((n) => body.subarray(0, n)),
      fc
        .constantFrom(' ', '\n', '\0', '}', '\ufeff')
        .chain((end) => fc.constantFrom(splice(0, 0, end), splice(body.length, 0, end))),
      fc
        .constantFrom(
          JSON.stringify(JSON.parse(text), null, 2),
          text.replace('"paid"', '"unpaid"'),
          text.replace(/"amount_total":\d+/, '"amount_total":1'),
          text.replace(/"id":"evt_/, '"id":"evt_other'),
          text.replace(/"type":"[^"]+"/, '"type":"checkout.session.completed "'),
          text.replace(/\}$/, ',"livemode":true}'),
          text.toUpperCase(),
        )
        .map((changed) => Buffer.from(changed)),
    )
    .filter((changed) => !changed.equals(body))
}

/**
 * Invalid variants of a valid webhook: another body, another time, another signature, another scheme, another secret, or
 * too old. Equivalent forms (`v1` before `t`, a second `v1` next to the right one) are still valid and not included.
 */
export function mutatedWebhook(body: Buffer, secret: string): fc.Arbitrary<SentWebhook> {
  const good = () => {
    const timestamp = now()
    return { timestamp, right: hmac(secret, timestamp, body) }
  }
  const header = (make: (right: string, timestamp: number) => string | undefined) => {
    const { right, timestamp } = good()
    return { body, signature: make(right, timestamp) }
  }
  const headers: ((right: string, timestamp: number) => string | undefined)[] = [
    () => undefined,
    () => '',
    () => 'nonsense',
    () => ',,,=,=',
    (_, t) => `t=${t}`,
    (_, t) => `t=${t},v1=`,
    (right) => `v1=${right}`,
    (right) => `t=,v1=${right}`,
    (right) => `t=NaN,v1=${right}`,
    (right, t) => `t=-${t},v1=${right}`,
    (right, t) => `t=${t}0,v1=${right}`,
    (right, t) => `t=${t},v0=${right}`,
    (right, t) => `t=${t},v2=${right}`,
    (right, t) => `t=${t},V1=${right}`,
    (right, t) => `T=${t},v1=${right}`,
    (right, t) => `t=${t}, v1=${right}`,
    (right, t) => `t=${t};v1=${right}`,
    (right, t) => `t=${t},v1=${right.toUpperCase()}F`,
    (right, t) => `t=${t},v1=${right.slice(0, -1)}`,
    (right, t) => `t=${t},v1=${right}0`,
    (right, t) => `t=${t},v1=${[...right].reverse().join('')}0`,
    (right, t) => `t=${t},v1=${'0'.repeat(right.length)}`,
    (right, t) => `t=${t},v1=${Buffer.from(right, 'hex').toString('base64')}`,
    (right, t) => `t=${t},v0=${right},v1=${'0'.repeat(64)},v1=${'f'.repeat(64)}`,
    (right, t) => `t=${t},v1=${hmac(right, t, body)}`,
    (_, t) => `t=${t},v1=${hmac(secret, '', body)}`,
    (_, t) => `t=${t},v1=${createHmac('sha256', secret).update(body).digest('hex')}`,
    (_, t) => `t=${t},v1=${createHmac('sha1', secret).update(`${t}.`).update(body).digest('hex')}`,
  ]
  return fc.oneof(
    { weight: 8, arbitrary: otherBytes(body).map((changed) => ({ ...signed(body, secret), body: changed })) },
    { weight: 4, arbitrary: fc.constantFrom(...headers).map(header) },
    {
      weight: 2,
      // One character of the signature is changed.
      arbitrary: fc.tuple(fc.nat(63), fc.integer({ min: 1, max: 15 })).map(([at, shift]) =>
        header((right, t) => {
          const sign = ((Number.parseInt(right[at] ?? '0', 16) + shift) % 16).toString(16)
          return `t=${t},v1=${right.slice(0, at)}${sign}${right.slice(at + 1)}`
        }),
      ),
    },
    {
      weight: 2,
      // The time differs from the signed one.
      arbitrary: fc
        .integer({ min: -100_000, max: 100_000 })
        .filter(Boolean)
        .map((shift) => header((right, t) => `t=${t + shift},v1=${right}`)),
    },
    {
      weight: 2,
      // Correctly signed, but too long ago: a replay.
      arbitrary: fc.integer({ min: 330, max: 10_000_000 }).map((ago) => signed(body, secret, now() - ago)),
    },
    {
      weight: 1,
      // Correctly signed, but with a future time: it could be replayed until then.
      arbitrary: fc
        .integer({ min: 330, max: 10_000_000 })
        .map((ahead) => signed(body, secret, now() + ahead)),
    },
    {
      weight: 2,
      arbitrary: fc
        .oneof(
          fc.constantFrom(
            '',
            ` ${secret}`,
            `${secret}\n`,
            secret.slice(0, -1),
            secret.toUpperCase(),
            secret.replace('whsec_', ''),
          ),
          fc.string(),
        )
        .filter((other) => other !== secret)
        .map((other) => signed(body, other)),
    },
  )
}
