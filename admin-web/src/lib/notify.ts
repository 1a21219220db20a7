import { App } from 'antd'
import { useMemo } from 'react'

/** Says what happened, in the specification's titles and texts (section 8). */
export function useNotify() {
  const { notification } = App.useApp()
  return useMemo(
    () => ({
      /** `key`: a later one with the same key takes the place of the former. */
      success: (title: string, description?: string, key?: string) =>
        notification.success({ title, description, ...(key && { key }) }),
      warning: (title: string, description?: string) => notification.warning({ title, description }),
      error: (title: string, description?: string) => notification.error({ title, description }),
    }),
    [notification],
  )
}
