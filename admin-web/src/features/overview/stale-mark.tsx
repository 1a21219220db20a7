import { WarningOutlined } from '@ant-design/icons'
import { errorText } from '@prankpost/web-kit'
import { Tooltip } from 'antd'

/** Says that what is shown could not be read anew. */
export function StaleMark({ error }: { error: Error }) {
  const words = `Not up to date. ${errorText(error, 'The latest figures could not be loaded.')}`
  return (
    <Tooltip title={words}>
      <WarningOutlined className="stale-mark" role="img" aria-label={words} />
    </Tooltip>
  )
}
