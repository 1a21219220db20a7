import { formatDateTime } from '@prankpost/web-kit'
import type { HTMLAttributes } from 'react'

/** A time, in the operator's time zone. */
export const Time = ({ at, ...props }: HTMLAttributes<HTMLElement> & { at: string }) => (
  <time dateTime={at} {...props}>
    {formatDateTime(at)}
  </time>
)
