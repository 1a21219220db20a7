import { shortId } from '@prankpost/web-kit'
import { Typography } from 'antd'

/** An id in its short form, the last 8 characters; the icon next to it copies the full id. */
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
