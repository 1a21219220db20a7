import { shortId } from '@prankpost/web-kit'
import { Typography } from 'antd'
import type { ReactNode } from 'react'

interface CopyableProps {
  text: string | null | undefined
  /** What the icon copies, for its tooltip. */
  what?: string
  className?: string
  title?: string
  /** What is shown instead of the text. */
  children?: ReactNode
}

/** A text with an icon that copies it; `None` without a text. */
export function Copyable({ text, what, children = text, ...props }: CopyableProps) {
  if (!text) return 'None'
  const tooltips = [what ? `Copy ${what}` : 'Copy', 'Copied']
  return (
    <Typography.Text copyable={{ text, tooltips }} {...props}>
      {children}
    </Typography.Text>
  )
}

type CopyableIdProps = Omit<CopyableProps, 'text'> & { id: string }

/** An id in its short form, the last 8 characters; the icon next to it copies the full id. */
export const CopyableId = ({ id, children = shortId(id), ...props }: CopyableIdProps) => (
  <Copyable className="copyable-id" title={id} text={id} {...props}>
    {children}
  </Copyable>
)

/** The same for an id of the payment provider, with its original case: it is case-sensitive. */
export const ProviderId = (props: CopyableIdProps) => <CopyableId {...props}>{props.id.slice(-8)}</CopyableId>
