import { errorText } from '@prankpost/web-kit'
import { Alert, Button } from 'antd'
import { Spinner } from './spinner.tsx'

interface ErrorStateProps {
  error: unknown
  /** The message when the error has none of its own. */
  failed: string
  onRetry: () => unknown
  busy: boolean
}

/** Shows why data could not be loaded, with a retry button. */
export function ErrorState({ error, failed, onRetry, busy }: ErrorStateProps) {
  return (
    <Alert
      type="error"
      showIcon
      role="alert"
      title={errorText(error, failed)}
      action={
        <Button size="small" loading={busy} onClick={() => onRetry()}>
          Retry
        </Button>
      }
    />
  )
}

interface WaitingProps {
  /** The query whose data is missing. */
  for: { error: unknown; isFetching: boolean; refetch: () => unknown }
  /** The message when the error has none of its own. */
  failed: string
}

/** Stands in place of data: a spinner until the query fails, then the error with a retry button. */
export function Waiting({ for: { error, isFetching, refetch }, failed }: WaitingProps) {
  if (error === null) return <Spinner />
  return <ErrorState error={error} failed={failed} onRetry={refetch} busy={isFetching} />
}
