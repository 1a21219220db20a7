import { errorText } from '@prankpost/web-kit'
import { Alert, Button } from 'antd'
import { serviceMap } from './services.ts'
import type { AwayService } from './use-dead-letters.ts'

/** Says which service could not be asked, and asks it again. */
export function Away({ service, error, isShown, isFetching, retry }: AwayService) {
  const words = errorText(error, 'Please try again.')
  const { label } = serviceMap[service]
  return (
    <Alert
      className="letters-away"
      type="warning"
      showIcon
      role="alert"
      title={`${label} could not be asked: ${words}${isShown ? ' What is shown of it is older.' : ''}`}
      action={
        <Button size="small" loading={isFetching} aria-label={`Retry ${label}`} onClick={retry}>
          Retry
        </Button>
      }
    />
  )
}
