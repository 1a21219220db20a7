import type { Slot } from '@prankpost/web-kit/storage'
import type { ReactNode } from 'react'
import { useKeptLinkToken } from '../lib/link-token.ts'
import { Notice } from './notice.tsx'
import { PageHead } from './page-head.tsx'

interface LinkedPageProps {
  title: string
  /** Keeps the token of the link. */
  slot: Slot<string>
  /** What to do without the link, as the end of a sentence, and as buttons. */
  otherwise: string
  ways: ReactNode
  children: (token: string) => ReactNode
}

/** The page of a mailed link: what its token opens, or how to find it without the link. */
export function LinkedPage({ title, slot, otherwise, ways, children }: LinkedPageProps) {
  const token = useKeptLinkToken(slot)
  return (
    <div className="page py-8 sm:py-10">
      <PageHead title={title} noIndex />
      <div className="mx-auto max-w-2xl">
        {token ? (
          children(token)
        ) : (
          <Notice picture="mail" level="h1" title="Please Open the Link Again" actions={ways}>
            We keep the link out of the address bar once it is open. Open it in our mail again, or {otherwise}
          </Notice>
        )}
      </div>
    </div>
  )
}

/** Shown for a link that opens nothing any more. */
export function VoidLink({ ways, children }: { ways: ReactNode; children: ReactNode }) {
  return (
    <div role="alert">
      <Notice picture="ghost" level="h1" title="This link has expired" actions={ways}>
        It is too old, or a part of it got lost on the way. {children}
      </Notice>
    </div>
  )
}
