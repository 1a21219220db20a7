import { randomUUID } from 'node:crypto'
import { checkpoint, databaseNow, NotYet, Poison } from '@prankpost/messaging'
import { Counter, isDuplicateKey } from '@prankpost/service-kit'
import type { Deps } from '../deps.ts'
import type { Mail, MailKind } from '../mail.model.ts'
import type { MailContent } from '../mails/layout.ts'

/** A process renews its claim while it works on a mail: one that has not done so for this long has died. */
const claimMs = 15_000
const renewEveryMs = claimMs / 3

const settled = new Counter({
  name: 'mails_total',
  help: 'Mails by what they are about and what became of them',
  labelNames: ['kind', 'outcome'],
})

// Mails that the server accepted and that are not recorded yet: if the database is unavailable then, no second copy is
// sent.
const accepted = new Set<string>()

/** Identifies a mail: the id of the event that requests it, the recipient, and the kind. */
export interface RequestedMail {
  id: string
  /** Null when the recipient is not a customer with an account. */
  userId: string | null
  kind: MailKind
}

/**
 * Sends the mail of an event once: a copy of the event, also at the same time, sends nothing. `write` resolves to null
 * when the mail is no longer needed. If the process dies after the mail server accepted the mail and before this is
 * recorded, the mail is sent again with the same Message-ID: no mail is lost, and one may be sent twice. A process that was
 * stopped for longer than its claim, so that another process may have sent the mail, sends nothing.
 * @throws Poison when the server rejects it permanently, NotYet while another process is sending it
 */
export async function sendOnce(
  requested: RequestedMail,
  write: () => Promise<MailContent | null>,
  { mails, mailer, log }: Pick<Deps, 'mails' | 'mailer' | 'log'>,
): Promise<void> {
  const { id, userId, kind } = requested
  const settle = async (status: Mail['status']) => {
    await mails.updateOne({ _id: id }, { $set: { status, settledAt: new Date(), claimedUntil: new Date(0) } })
    accepted.delete(id)
    settled.inc({ kind, outcome: status })
    log.info({ mail: id, userId, kind, status }, 'mail settled')
  }
  if (accepted.has(id)) return settle('sent')
  const own = await claim(requested, mails)
  if (own === null) return
  const content = await underClaim(own, write)
  if (!(await own.renew())) throw beingSent()
  if (content === null) return settle('not-needed')
  await underClaim(own, () => mailer.send({ id, kind }, content)).catch(async (error: unknown) => {
    if (error instanceof Poison) await settle('refused')
    throw error
  })
  accepted.add(id)
  checkpoint(`mail:accepted ${kind}`)
  await settle('sent')
}

/** A claim of this process. */
interface Claim {
  /** Returns false when the claim expired and another process has claimed the mail. */
  renew(): Promise<boolean>
  /** Ends it, unless another process has claimed the mail. */
  release(): Promise<void>
}

/**
 * Claims the mail for this process. Returns null when it is settled already.
 * @throws NotYet while another process has claimed it; the claim expires before the retries end
 */
async function claim({ id, userId, kind }: RequestedMail, mails: Deps['mails']): Promise<Claim | null> {
  const now = databaseNow(mails.db)
  const claimedBy = randomUUID()
  const afterClaim = (start: Date) => new Date(start.getTime() + claimMs)
  try {
    await mails.updateOne(
      { _id: id, status: { $in: ['sending', 'refused'] }, claimedUntil: { $lte: now } },
      {
        $set: { status: 'sending', claimedBy, claimedUntil: afterClaim(now) },
        $setOnInsert: { userId, kind, at: now, settledAt: null },
      },
      { upsert: true },
    )
    const own = { _id: id, claimedBy }
    return {
      async renew() {
        const claimedUntil = afterClaim(databaseNow(mails.db))
        return (await mails.updateOne(own, { $set: { claimedUntil } })).matchedCount === 1
      },
      release: async () =>
        void (await mails.updateOne(own, { $set: { claimedUntil: new Date(0) }, $unset: { claimedBy: 1 } })),
    }
  } catch (error) {
    if (!isDuplicateKey(error)) throw error
  }
  const known = await mails.findOne({ _id: id }, { status: 1 }).lean()
  if (known?.status === 'sent' || known?.status === 'not-needed') return null
  throw beingSent()
}

const beingSent = () => new NotYet('another process is sending this mail')

/** Renews the claim while `work` runs. Releases it when `work` fails, so the next attempt can start at once. */
async function underClaim<T>(own: Claim, work: () => Promise<T>): Promise<T> {
  // If a renewal or the release fails, the claim expires by itself.
  const renewal = setInterval(() => own.renew().catch(() => undefined), renewEveryMs)
  try {
    return await work()
  } catch (error) {
    await own.release().catch(() => undefined)
    throw error
  } finally {
    clearInterval(renewal)
  }
}
