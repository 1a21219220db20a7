import type { ContactMessage } from '@prankpost/contracts/support'
import { ListPage } from '../../components/list-page.tsx'
import { mailStatuses } from '../../components/statuses.ts'
import { useListState } from '../../lib/list-state.ts'
import { useRowKeys } from '../../lib/row-keys.ts'
import { mailCount, mailList } from './api.ts'
import { MessageCard } from './message-card.tsx'

/** The list of the tab 'Mail'. */
export default function MailPage() {
  const state = useListState()
  return (
    <ListPage
      state={state}
      query={mailList(state)}
      count={mailCount}
      searchLabel="Search messages"
      statuses={mailStatuses}
      exportKey="GET /api/admin/contact-messages/export"
      emptyTitle="No Messages Yet"
      emptyHint="What customers write in the contact form comes here."
    >
      {(messages) => <Messages messages={messages} />}
    </ListPage>
  )
}

function Messages({ messages }: { messages: ContactMessage[] }) {
  const { rowProps } = useRowKeys(
    messages.map(({ id }) => id),
    { noun: 'message', group: 'Mail' },
  )
  return messages.map((message) => (
    <MessageCard key={message.id} message={message} rowProps={rowProps(message.id)} />
  ))
}
