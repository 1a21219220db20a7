/** The publishing service of a pair: contact, where each saved target is a document with an event. */
import { randomBytes } from 'node:crypto'
import {
  createOutbox,
  createRelay,
  type OutboxEntry,
  type Relay,
} from '../../packages/messaging/src/index.ts'
import { ensureIndexes } from '../../packages/service-kit/src/index.ts'
import { type ContactModel, createContactModel } from '../../services/contact/src/contact.model.ts'
import { emit } from '../../services/contact/src/deps.ts'
import { answerCalls } from '../helper-process.ts'
import { connectAs, type Place } from './service.ts'

const insertedAtOnce = 1_000

type Connected = Awaited<ReturnType<typeof connectAs>>
let base: Connected
let contacts: ContactModel
let relay: Relay | undefined

const work = {
  async connect(place: Place): Promise<void> {
    base = await connectAs('contact', place)
    contacts = createContactModel(base.connection)
    await ensureIndexes(base.connection)
  },
  /** Writes for this time with this concurrency; returns the start time and the number of written documents. */
  async write({ seconds, atOnce }: { seconds: number; atOnce: number }) {
    const { notify } = startRelay()
    const outbox = createOutbox(contacts, notify)
    const startedAt = Date.now()
    const end = startedAt + seconds * 1_000
    let written = 0
    const writeOn = async () => {
      while (Date.now() < end) {
        const { entry, ...contact } = newContact()
        await outbox.insert(contact, [entry])
        written++
      }
    }
    await Promise.all(Array.from({ length: atOnce }, writeOn))
    return { startedAt, written }
  },
  /** Leaves events in outboxes, as a process that crashed after each write would. They are due at once. */
  async leave({ count }: { count: number }): Promise<void> {
    for (let left = count; left > 0; left -= insertedAtOnce) {
      const some = Array.from({ length: Math.min(left, insertedAtOnce) }, () => {
        const { entry, ...contact } = newContact()
        return { ...contact, revision: 1, outbox: [entry], outboxDueAt: new Date() }
      })
      await contacts.collection.insertMany(some as never[], { ordered: false })
    }
  },
  async relay(_: object): Promise<void> {
    startRelay()
  },
  /** Stops the relay; returns the number of events that are left in outboxes. */
  async rest(_: object): Promise<number> {
    await relay?.stop()
    return contacts.countDocuments({ outboxDueAt: { $exists: true } })
  },
}
export type WriterWork = typeof work
answerCalls(work)

function startRelay(): Relay {
  relay = createRelay({ ...base, service: 'contact', model: contacts })
  relay.start()
  return relay
}

/** A target of a new customer, with its event. */
function newContact() {
  const [_id, ownerId] = [randomBytes(12).toString('hex'), randomBytes(12).toString('hex')] as const
  const now = new Date()
  const entry: OutboxEntry = emit('contact-saved', _id, {
    contactId: _id,
    ownerId,
    created: true,
    savedAt: now.toISOString(),
  })
  return {
    _id,
    ownerId,
    slot: 0,
    name: 'Gerald Snail',
    address: '1 Garden Path',
    city: 'Springfield',
    state: 'OR',
    zipCode: '97477',
    profilePicture: 'hunk' as const,
    createdAt: now,
    updatedAt: now,
    entry,
  }
}
