import { errorText } from '@prankpost/web-kit'
import { Alert, type AlertProps, Button } from 'antd'
import { isOutcomeUnknown } from '../lib/admin-call.ts'
import { Spinner } from './spinner.tsx'

interface FailureProps extends Omit<AlertProps, 'title'> {
  error: unknown
  /** The message when the error has none of its own. */
  failed: string
  /** What is known after a failure without an answer, and what to do. */
  unknownOutcome?: string
}

/** Shows why something could not be done. */
export const Failure = ({ error, failed, unknownOutcome, ...props }: FailureProps) => (
  <Alert
    type="error"
    showIcon
    role="alert"
    title={errorText(error, failed)}
    description={isOutcomeUnknown(error) ? unknownOutcome : undefined}
    {...props}
  />
)

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
    <Failure
      {...{ error, failed }}
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
