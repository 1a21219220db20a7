import { errorText } from '@prankpost/web-kit'
import { Alert, Button } from 'antd'
import { serviceMap } from './services.ts'
import type { UnavailableService } from './use-dead-letters.ts'

/** The warning that a service is unavailable, with a retry button. */
export function Unavailable({ service, error, isShown, isFetching, retry }: UnavailableService) {
  const reason = errorText(error, 'Please try again.')
  const { label } = serviceMap[service]
  return (
    <Alert
      className="dead-letters-unavailable"
      type="warning"
      showIcon
      role="alert"
      title={`${label} could not be asked: ${reason}${isShown ? ' What is shown of it is older.' : ''}`}
      action={
        <Button size="small" loading={isFetching} aria-label={`Retry ${label}`} onClick={retry}>
          Retry
        </Button>
      }
    />
  )
}
