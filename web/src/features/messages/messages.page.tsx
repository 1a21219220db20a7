import type { LinkedThread } from '@prankpost/contracts/support'
import { formatDate, formatDateTime } from '@prankpost/web-kit'
import { useQuery } from '@tanstack/react-query'
import { ButtonLink } from '../../components/button.tsx'
import { LinkedPage, VoidLink } from '../../components/linked-page.tsx'
import { Reading } from '../../components/reading.tsx'
import { SkeletonBlock } from '../../components/skeleton.tsx'
import { messageLinkSlot } from '../../lib/link-token.ts'
import { paths } from '../../lib/paths.ts'
import { AnswerForm } from './answer-form.tsx'
import { threadQuery } from './api.ts'

const ways = (
  <ButtonLink variant="primary" to={paths.support}>
    Contact Us
  </ButtonLink>
)

/** The page of the link in our answers to a message: the whole thread, where the customer can answer. */
export default function MessagesPage() {
  return (
    <LinkedPage title="Your Message" slot={messageLinkSlot} otherwise="write to us." ways={ways}>
      {(token) => <ThreadBehindLink key={token} token={token} />}
    </LinkedPage>
  )
}

function ThreadBehindLink({ token }: { token: string }) {
  const query = useQuery(threadQuery(token))
  return (
    <Reading
      query={query}
      failed="Your message could not be loaded. Please try again."
      unknown={<VoidLink ways={ways}>Use the link in our latest mail, or write to us again.</VoidLink>}
      skeleton={
        <>
          <SkeletonBlock className="h-24" />
          <SkeletonBlock className="mt-6 h-40" />
          <SkeletonBlock className="mt-6 h-40" />
        </>
      }
    >
      {(thread) => <Thread thread={thread} token={token} />}
    </Reading>
  )
}

function Thread({ thread, token }: { thread: LinkedThread; token: string }) {
  const { subject, message, createdAt, replies, isFull, expiresAt } = thread
  return (
    <>
      <h1 className="break-words text-4xl sm:text-5xl">{subject}</h1>
      <ol aria-label="Messages" className="mt-6 grid grid-cols-1 gap-4">
        <Entry isOwn text={message} at={createdAt} />
        {replies.map(({ id, from, text, at }) => (
          <Entry key={id} isOwn={from === 'customer'} text={text} at={at} />
        ))}
      </ol>
      {isFull ? (
        <div className="mt-6 grid justify-items-center gap-4 text-center">
          <p className="font-bold">This conversation has reached its end. Please start a new one.</p>
          <ButtonLink to={paths.support}>Contact Us</ButtonLink>
        </div>
      ) : (
        <AnswerForm token={token} />
      )}
      <p className="mt-6 text-center text-ink-soft">
        This link works until {formatDate(expiresAt)}, for everybody who has it. Each of our mails has a new
        one.
      </p>
    </>
  )
}

/** One message of the thread: those of the customer are to the right, ours to the left. */
function Entry({ isOwn, text, at }: { isOwn: boolean; text: string; at: string }) {
  return (
    <li className={`panel p-4 sm:p-5 ${isOwn ? 'ml-6 bg-grape-pale sm:ml-16' : 'mr-6 sm:mr-16'}`}>
      <p className="flex flex-wrap justify-between gap-x-4 text-ink-soft">
        <strong className="text-ink">{isOwn ? 'You' : 'Our team'}</strong>
        <time dateTime={at}>{formatDateTime(at)}</time>
      </p>
      <p className="mt-1.5 whitespace-pre-wrap break-words">{text}</p>
    </li>
  )
}
