import { type Message, newMessage } from '../../services/support/src/message.model.ts'
import { customerOf } from './people.ts'
import { createRandom } from './random.ts'
import { messages } from './words.ts'
import { dayMs, idOf, momentOf, type World } from './world.ts'

/** The nth newest message of the contact form as support stores it: older messages are more likely to be answered. */
export function messageDocument(index: number, world: World): Message {
  const random = createRandom(world.seed, 'message', index)
  const createdAt = momentOf(index, world.amounts.messages, random, world)
  const { firstName, lastName, email } = customerOf(world.seed, random.between(0, world.amounts.plans * 2))
  const [subject, message] = random.pick(messages)
  const stored = newMessage(
    { name: `${firstName} ${lastName}`, email, subject, message },
    { _id: idOf(random.objectId(createdAt)), createdAt },
  )
  const days = (world.now.getTime() - createdAt.getTime()) / dayMs
  if (random.chance(Math.min(0.97, days / 4))) stored.status = 'resolved'
  else if (random.chance(0.4)) stored.status = 'in_progress'
  if (stored.status !== 'new' && random.chance(0.5)) stored.adminNotes = 'Answered by mail.'
  if (stored.status !== 'new' && random.chance(0.6)) {
    stored.assignee = { id: null, name: 'admin' }
    const at = new Date(
      Math.min(world.now.getTime(), createdAt.getTime() + random.between(1, 24) * 3_600_000),
    )
    const text = 'Thank you for your stored. Your parcel is on its way.'
    stored.replies = [{ id: random.objectId(at), from: 'operator', text, at, by: 'Kim' }]
  }
  return { ...stored, revision: 1, outbox: [] }
}
