import { checkpoint, databaseNow, NotYet, Poison } from '@prankpost/messaging'
import { Counter, isDuplicateKey } from '@prankpost/service-kit'
import type { Deps } from '../deps.ts'
import type { Mail, MailKind } from '../mail.model.ts'
import type { MailContent } from '../mail-content.ts'
import { sendTimeoutMs } from '../mailer.ts'

/** Longer than sending can take: whoever has a mail for that long has died. */
const claimMs = sendTimeoutMs + 5_000

const settled = new Counter({
  name: 'mails_total',
  help: 'Mails by what they are about and what became of them',
  labelNames: ['kind', 'outcome'],
})

// Taken over by the mail server and not noted yet: a database that is away at that moment costs no second copy.
const taken = new Set<string>()

/** Which mail: the id of the event that asks for it, whom it is to, and what about. */
export interface MailOrder {
  id: string
  userId: string
  kind: MailKind
}

/**
 * Sends the mail of an event once: a copy of the event sends nothing, be it at the same time. `write` answers
 * null when the mail has no use any more. A process that dies after the mail server's yes and before our note
 * of it leaves the mail to be sent again, under the same Message-ID: no mail is ever lost, and one may come
 * twice.
 * @throws Poison when the server refuses it for good, NotYet while another process is sending it
 */
export async function sendOnce(
  order: MailOrder,
  write: () => Promise<MailContent | null>,
  { mails, mailer, log }: Pick<Deps, 'mails' | 'mailer' | 'log'>,
): Promise<void> {
  const { id, userId, kind } = order
  const settle = async (status: Mail['status']) => {
    await mails.updateOne({ _id: id }, { $set: { status, settledAt: new Date(), claimedUntil: new Date(0) } })
    taken.delete(id)
    settled.inc({ kind, outcome: status })
    log.info({ mail: id, userId, kind, status }, 'mail settled')
  }
  if (taken.has(id)) return settle('sent')
  if (!(await claim(order, mails))) return
  const content = await trying(write, id, mails)
  if (content === null) return settle('not-needed')
  await trying(() => mailer.send(id, content), id, mails).catch(async (error: unknown) => {
    if (error instanceof Poison) await settle('refused')
    throw error
  })
  taken.add(id)
  checkpoint(`mail:accepted ${kind}`)
  await settle('sent')
}

/**
 * Takes the mail for this process. Answers false when it is settled already.
 * @throws NotYet while another process has it; its claim ends before the retries do
 */
async function claim({ id, userId, kind }: MailOrder, mails: Deps['mails']): Promise<boolean> {
  const now = databaseNow(mails.db)
  const mine = { status: 'sending', claimedUntil: new Date(now.getTime() + claimMs) } as const
  try {
    await mails.updateOne(
      { _id: id, status: { $in: ['sending', 'refused'] }, claimedUntil: { $lte: now } },
      { $set: mine, $setOnInsert: { userId, kind, at: now, settledAt: null } },
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

/** Gives the mail free again when something fails, for the next try. */
async function trying<T>(work: () => Promise<T>, id: string, mails: Deps['mails']): Promise<T> {
  try {
    return await work()
  } catch (error) {
    // If this fails as well, the claim runs out by itself.
    await mails.updateOne({ _id: id }, { $set: { claimedUntil: new Date(0) } }).catch(() => undefined)
    throw error
  }
}
