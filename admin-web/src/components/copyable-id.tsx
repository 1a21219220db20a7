import { shortId } from '@prankpost/web-kit'
import { Typography } from 'antd'

/** An id as people read it, its last 8 characters; a click on the sign beside it copies the whole. */
export function CopyableId({ id, what = 'id' }: { id: string; what?: string }) {
  return (
    <Typography.Text
      className="copyable-id"
      title={id}
      copyable={{ text: id, tooltips: [`Copy ${what}`, 'Copied'] }}
    >
      {shortId(id)}
    </Typography.Text>
  )
}
