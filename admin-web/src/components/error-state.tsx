import { errorText } from '@prankpost/web-kit'
import { Alert, Button } from 'antd'

interface ErrorStateProps {
  error: unknown
  /** The message when the error has none of its own. */
  failed: string
  onRetry: () => unknown
  busy?: boolean
}

/** Shows why data could not be loaded, with a retry button. */
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
