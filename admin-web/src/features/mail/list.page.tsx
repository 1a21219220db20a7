import type { ContactMessage } from '@prankpost/contracts/support'
import { lazy, Suspense } from 'react'
import { ListPage } from '../../components/list-page.tsx'
import { mailStatuses } from '../../components/statuses.ts'
import { useListState, useOpenItem } from '../../lib/list-state.ts'
import { useRowKeys } from '../../lib/row-keys.ts'
import { mailCount, mailList } from './api.ts'
import { MessageCard } from './message-card.tsx'

const ThreadDrawer = lazy(() => import('./thread/thread-drawer.tsx'))

/** The list of the tab 'Mail'. */
export default function MailPage() {
  const state = useListState()
  const [openId, open] = useOpenItem('message')
  return (
    <>
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
        {(messages) => <Messages messages={messages} onOpen={open} />}
      </ListPage>
      {openId !== null && (
        <Suspense>
          <ThreadDrawer key={openId} id={openId} onClose={() => open(null)} />
        </Suspense>
      )}
    </>
  )
}

function Messages({ messages, onOpen }: { messages: ContactMessage[]; onOpen: (id: string) => void }) {
  const { rowProps } = useRowKeys(messages, { noun: 'message', group: 'Mail', onOpen })
  return messages.map((message) => (
    <MessageCard
      key={message.id}
      message={message}
      rowProps={rowProps(message.id)}
      onOpen={() => onOpen(message.id)}
    />
  ))
}
