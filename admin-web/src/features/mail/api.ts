import { maxReplyTemplates } from '@prankpost/contracts/constants'
import type {
  ContactMessage,
  ContactMessagePatch,
  ContactThread,
  ReplyInput,
  ReplyTemplateInput,
} from '@prankpost/contracts/support'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { adminCall, ignoreMissing } from '../../lib/admin-call.ts'
import { freshOnMount, listKeyOf, patchListed, resourceList } from '../../lib/admin-list.ts'

const endpoint = 'GET /api/admin/contact-messages'

/** The list of messages. */
export const { count: mailCount, page: mailList, refresh: refreshMail } = resourceList('mail', endpoint)

/** A message with its replies. Not polled, because each read is in the audit trail. */
export const threadQuery = (id: string) =>
  queryOptions({
    queryKey: ['mail-thread', id],
    queryFn: ({ signal }) => adminCall('GET /api/admin/contact-messages/:id', { params: { id }, signal }),
    ...freshOnMount,
  })

/** Sends an answer by mail; a repeated call with the same key sends nothing. */
export const sendReply = (id: string, body: ReplyInput, idempotencyKey: string) =>
  adminCall('POST /api/admin/contact-messages/:id/replies', {
    params: { id },
    body,
    headers: { 'idempotency-key': idempotencyKey },
  })

/** The texts for answers: all of them, because there are few. */
export const templatesQuery = queryOptions({
  queryKey: ['reply-templates'],
  queryFn: async ({ signal }) =>
    (await adminCall('GET /api/admin/reply-templates', { query: { limit: maxReplyTemplates }, signal }))
      .items,
})

export const addTemplate = (body: ReplyTemplateInput) =>
  adminCall('POST /api/admin/reply-templates', { body })
export const removeTemplate = (id: string) =>
  adminCall('DELETE /api/admin/reply-templates/:id', { params: { id } })

/** Reads the texts for answers again. */
export const refreshTemplates = (queryClient: QueryClient) =>
  queryClient.invalidateQueries({ queryKey: templatesQuery.queryKey })

/** Shows a thread as the server answered it, also in every cached list. */
export function showThread(queryClient: QueryClient, thread: ContactThread) {
  queryClient.setQueryData(threadQuery(thread.id).queryKey, thread)
  const { replies: _texts, ...message } = thread
  patchMessage(queryClient, thread.id, () => message)
}

/** The current version of a message; null if it does not exist any more. */
export async function readMessage(id: string): Promise<ContactMessage | null> {
  const { items } = await adminCall(endpoint, { query: { q: id, limit: 1 } })
  return items.find((message) => message.id === id) ?? null
}

/** Sets status or notes. The request is completed even if the page is closed. */
export function changeMessage(id: string, patch: ContactMessagePatch): Promise<ContactMessage> {
  return adminCall('PUT /api/admin/contact-messages/:id', { params: { id }, body: patch, keepalive: true })
}

/** Removes a message. One that does not exist any more counts as removed. */
export const removeMessage = (id: string) =>
  adminCall('DELETE /api/admin/contact-messages/:id', { params: { id } }).catch(ignoreMissing)

/** Changes a message in every cached list. */
export function patchMessage(
  queryClient: QueryClient,
  id: string,
  change: (message: ContactMessage) => ContactMessage,
) {
  patchListed<ContactMessage>(queryClient, 'mail', (message) =>
    message.id === id ? change(message) : message,
  )
}

/** Cancels reads in progress: their responses would be older than the change that follows. */
export function stopOlderReads(queryClient: QueryClient) {
  return queryClient.cancelQueries({
    queryKey: listKeyOf('mail'),
    // Do not cancel the first read of a list: it would stay pending forever.
    predicate: ({ state }) => state.data !== undefined,
  })
}
