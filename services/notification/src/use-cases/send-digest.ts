import {
  digestOfCases,
  digestOfMessages,
  digestOfOrders,
  digestOfParcels,
  digestOfStock,
} from '@prankpost/contracts'
import { databaseNow, NotYet, Poison } from '@prankpost/messaging'
import type { InternalClient } from '@prankpost/service-kit'
import type { z } from 'zod'
import type { Deps } from '../deps.ts'
import { type Digest, digestMail, isQuiet } from '../mails/digest.ts'
import { operatorAddress } from '../operator-address.ts'
import { sendOnce } from './send-once.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
/** A digest that could not be sent for so long is left out: its figures are of no use in the afternoon. */
const lateHours = 6

/**
 * Sends the operator the digest of the day, once it is time, and once however many replicas there are: the day is the id of
 * the mail. What a service does not answer is `unknown` in it. When there is nothing to do, nothing is sent, which is
 * recorded as well. A crash is handled as in `sendOnce`: the next round sends it again. Resolves with false: there is no
 * more to do in this round.
 * @throws when the mail server or the database is unavailable; the next round tries again
 */
export async function sendDigest(deps: Deps, now = databaseNow(deps.mails.db)): Promise<false> {
  const { mails, digestHour, publicUrl, log } = deps
  if (digestHour === null) return false
  // A digest of the evening may be sent after midnight: it is still that of the day before.
  const sinceHourMs = now.getTime() - digestHour * hourMs
  if (sinceHourMs % dayMs > lateHours * hourMs) return false
  const day = new Date(sinceHourMs).toISOString().slice(0, 10)
  const to = await operatorAddress(deps)
  if (to === null) return false
  const id = `digest-${day}`
  const known = await mails.findOne({ _id: id }, { status: 1 }).lean()
  // A digest that the mail server refused is not sent again: the next one comes a day later.
  if (known !== null && known.status !== 'sending') return false
  const write = async () => {
    const digest = await readDigest(deps)
    return isQuiet(digest) ? null : digestMail({ to, day, digest, publicUrl })
  }
  try {
    await sendOnce({ id, userId: null, kind: 'digest' }, write, deps)
  } catch (error) {
    if (error instanceof Poison) log.error({ err: error, mail: id }, 'the mail server refused the digest')
    // Another replica is sending it.
    else if (!(error instanceof NotYet)) throw error
  }
  return false
}

async function readDigest({ fulfilment, order, catalog, support, consent, log }: Deps): Promise<Digest> {
  const ask = async <S extends z.ZodType>(service: string, client: InternalClient, schema: S) => {
    try {
      return await client.get('/internal/digest', schema)
    } catch (error) {
      log.warn({ err: error, service }, 'no figures for the digest')
      return null
    }
  }
  const [parcels, orders, stock, messages, cases] = await Promise.all([
    ask('fulfilment', fulfilment, digestOfParcels),
    ask('order', order, digestOfOrders),
    ask('catalog', catalog, digestOfStock),
    ask('support', support, digestOfMessages),
    ask('consent', consent, digestOfCases),
  ])
  return { parcels, orders, stock, messages, cases }
}
