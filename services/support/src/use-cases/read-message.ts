import type { ContactThread } from '@prankpost/contracts'
import { notFound } from '@prankpost/service-kit'
import type { Deps } from '../deps.ts'
import { hiddenFields, toThread } from '../message.model.ts'

/** A message with its thread, for operators. @throws 404 when it does not exist (any more) */
export async function readMessage(
  { id }: { id: string },
  { messages }: Pick<Deps, 'messages'>,
): Promise<ContactThread> {
  const message = await messages.findById(id, hiddenFields).lean()
  if (message === null) throw notFound('This message is not there any more.')
  return toThread(message)
}
