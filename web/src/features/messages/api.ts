import type { LinkedThread } from '@prankpost/contracts/support'
import { boolean, call, listOf, oneOf, shape, text } from '@prankpost/web-kit'
import { queryOptions } from '@tanstack/react-query'

type Reply = LinkedThread['replies'][number]

const linkedThread = shape<LinkedThread>({
  subject: text,
  message: text,
  createdAt: text,
  replies: listOf(shape<Reply>({ id: text, from: oneOf(['operator', 'customer']), text, at: text })),
  isFull: boolean,
  expiresAt: text,
})

/** The thread behind a link in a mail; it needs no session. It is read again when the customer returns to its tab. */
export const threadQuery = (token: string) =>
  queryOptions({
    queryKey: ['message-thread', token],
    queryFn: ({ signal }) =>
      call('POST /api/messages/thread', { body: { token }, signal, expect: linkedThread }),
    refetchOnWindowFocus: ({ state }) => (state.data ? 'always' : false),
  })

/** Adds an answer; a repeated call with the same key adds nothing. */
export const answerThread = (token: string, answer: string, key: string) =>
  call('POST /api/messages/thread/replies', {
    body: { token, text: answer },
    headers: { 'idempotency-key': key },
    expect: linkedThread,
  })
