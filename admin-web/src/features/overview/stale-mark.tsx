import { WarningOutlined } from '@ant-design/icons'
import { errorText } from '@prankpost/web-kit'
import { Tooltip } from 'antd'

/** The warning that the figures could not be updated. */
export function StaleMark({ error }: { error: Error }) {
  const message = `Not up to date. ${errorText(error, 'The latest figures could not be loaded.')}`
  return (
    <Tooltip title={message}>
      <WarningOutlined className="stale-mark" role="img" aria-label={message} />
    </Tooltip>
  )
}
