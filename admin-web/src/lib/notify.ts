import { App } from 'antd'
import { useMemo } from 'react'

/** Shows notifications, with the titles and texts of the specification (section 8). */
export function useNotify() {
  const { notification } = App.useApp()
  return useMemo(
    () => ({
      /** `key`: a notification with the same key replaces the previous one. */
      success: (title: string, description?: string, key?: string) =>
        notification.success({ title, description, ...(key && { key }) }),
      warning: (title: string, description?: string) => notification.warning({ title, description }),
      error: (title: string, description?: string) => notification.error({ title, description }),
    }),
    [notification],
  )
}
