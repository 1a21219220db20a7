import { networkMessage } from '@prankpost/web-kit'
import { Component, type ReactNode } from 'react'
import { LoadFailed } from '../components/notice.tsx'
import { reloadIfOutdated } from '../lib/outdated.ts'

/** When a page's code cannot be fetched, the browser throws a TypeError. */
const isLoadFailure = (failure: unknown) =>
  failure instanceof TypeError && /import|fetch|module/i.test(failure.message)

/** Error boundary of a screen: the rest of the store keeps working, and the customer can reload the page. */
export class PageBoundary extends Component<{ children: ReactNode }, { failure: unknown }> {
  override state: { failure: unknown } = { failure: null }

  static getDerivedStateFromError(failure: unknown) {
    return { failure: failure ?? new Error('unknown') }
  }

  override componentDidCatch(failure: unknown) {
    if (isLoadFailure(failure)) reloadIfOutdated()
  }

  override render() {
    const { failure } = this.state
    if (!failure) return this.props.children
    return (
      <div className="page py-12">
        <LoadFailed
          message={
            isLoadFailure(failure) ? networkMessage : 'Something went wrong on this page. Please reload it.'
          }
          onRetry={() => globalThis.location.reload()}
        />
      </div>
    )
  }
}
