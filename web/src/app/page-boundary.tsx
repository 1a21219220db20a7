import { networkMessage } from '@prankpost/web-kit'
import { Component, type ReactNode } from 'react'
import { LoadFailed } from '../components/notice.tsx'

/** Keeps a screen that fails from taking the store with it: says what happened and how to go on. */
export class PageBoundary extends Component<{ children: ReactNode }, { failure: unknown }> {
  override state: { failure: unknown } = { failure: null }

  static getDerivedStateFromError(failure: unknown) {
    return { failure: failure ?? new Error('unknown') }
  }

  override render() {
    const { failure } = this.state
    if (!failure) return this.props.children
    // A page's code that cannot be fetched is a TypeError of the browser's own making.
    const isAway = failure instanceof TypeError && /import|fetch|module/i.test(failure.message)
    return (
      <div className="page py-12">
        <LoadFailed
          message={isAway ? networkMessage : 'Something went wrong on this page. Please reload it.'}
          onRetry={() => globalThis.location.reload()}
        />
      </div>
    )
  }
}
