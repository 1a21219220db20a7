import { Alert, Button } from 'antd'
import { Component, type ReactNode } from 'react'

/** Error boundary of a part of the dashboard: the rest keeps working, and the operator can reload the page. */
export class PageBoundary extends Component<{ children: ReactNode }, { failure: unknown }> {
  override state: { failure: unknown } = { failure: null }

  static getDerivedStateFromError(failure: unknown) {
    return { failure: failure ?? new Error('unknown') }
  }

  override render() {
    if (!this.state.failure) return this.props.children
    return (
      <Alert
        type="error"
        showIcon
        role="alert"
        title="This part of the admin could not be shown. Please reload the page."
        action={
          <Button size="small" onClick={() => globalThis.location.reload()}>
            Reload
          </Button>
        }
      />
    )
  }
}
