import { ButtonLink } from '../components/button.tsx'
import { Notice } from '../components/notice.tsx'
import { paths } from '../lib/paths.ts'
import { useTitle } from '../lib/title.ts'

/** What any other address shows: a parcel returned to its sender. */
export default function NotFoundPage() {
  useTitle('404 Page Not Found')
  return (
    <div className="page py-12">
      <div className="relative mx-auto max-w-xl">
        <Notice
          picture="ghost"
          level="h1"
          title="404 Page Not Found"
          actions={
            <ButtonLink look="primary" to={paths.home}>
              Go Home
            </ButtonLink>
          }
        >
          No such address. This one goes back to the sender.
        </Notice>
        <p
          aria-hidden="true"
          className="postmark -top-4 sm:-right-8 absolute right-2 rotate-12 bg-card px-4 py-1 text-pop-deep text-xl"
        >
          Return to sender
        </p>
      </div>
    </div>
  )
}
