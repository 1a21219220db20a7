import { checkpoint, databaseNow, NotYet, Poison } from '@prankpost/messaging'
import { Counter, isDuplicateKey } from '@prankpost/service-kit'
import type { Deps } from '../deps.ts'
import type { Mail, MailKind } from '../mail.model.ts'
import { sendTimeoutMs } from '../mailer.ts'
import type { MailContent } from '../mails/layout.ts'

/** Longer than sending can take: a process that has not finished by then has died. */
const claimMs = sendTimeoutMs + 5_000

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
 * recorded, the mail is sent again with the same Message-ID: no mail is lost, and one may be sent twice.
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
  if (!(await claim(requested, mails))) return
  const content = await releaseOnError(write, id, mails)
  if (content === null) return settle('not-needed')
  await releaseOnError(() => mailer.send({ id, kind }, content), id, mails).catch(async (error: unknown) => {
    if (error instanceof Poison) await settle('refused')
    throw error
  })
  accepted.add(id)
  checkpoint(`mail:accepted ${kind}`)
  await settle('sent')
}

/**
 * Claims the mail for this process. Returns false when it is settled already.
 * @throws NotYet while another process has claimed it; the claim expires before the retries end
 */
async function claim({ id, userId, kind }: RequestedMail, mails: Deps['mails']): Promise<boolean> {
  const now = databaseNow(mails.db)
  const ownClaim = { status: 'sending', claimedUntil: new Date(now.getTime() + claimMs) } as const
  try {
    await mails.updateOne(
      { _id: id, status: { $in: ['sending', 'refused'] }, claimedUntil: { $lte: now } },
      { $set: ownClaim, $setOnInsert: { userId, kind, at: now, settledAt: null } },
      { upsert: true },
    )
    return true
  } catch (error) {
    if (!isDuplicateKey(error)) throw error
  }
  const known = await mails.findOne({ _id: id }, { status: 1 }).lean()
  if (known?.status === 'sent' || known?.status === 'not-needed') return false
  throw new NotYet('another process is sending this mail')
}

/** Releases the claim when `work` fails, so the next attempt can start at once. */
async function releaseOnError<T>(work: () => Promise<T>, id: string, mails: Deps['mails']): Promise<T> {
  try {
    return await work()
  } catch (error) {
    // If this fails too, the claim expires by itself.
    await mails.updateOne({ _id: id }, { $set: { claimedUntil: new Date(0) } }).catch(() => undefined)
    throw error
  }
}
