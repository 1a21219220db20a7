import { notFound } from '@prankpost/service-kit'
import type { Deps } from '../deps.ts'

/** Deletes a message permanently. @throws 404 when it does not exist (any more) */
export async function removeMessage(
  { id }: { id: string },
  { messages }: Pick<Deps, 'messages'>,
): Promise<void> {
  const { deletedCount } = await messages.deleteOne({ _id: id })
  if (deletedCount === 0) throw notFound('This message is not there any more.')
}
