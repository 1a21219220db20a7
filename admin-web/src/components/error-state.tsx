import { errorText } from '@prankpost/web-kit'
import { Alert, Button } from 'antd'

interface ErrorStateProps {
  error: unknown
  /** What to say when the failure has no words of its own. */
  failed: string
  onRetry: () => unknown
  busy?: boolean
}

/** Says why something could not be read, and lets the operator try again. */
export function ErrorState({ error, failed, onRetry, busy = false }: ErrorStateProps) {
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
