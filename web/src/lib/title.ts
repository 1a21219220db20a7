import { productName } from '@prankpost/contracts/constants'
import { useEffect } from 'react'

/** Names the page in the browser's tab and history, and describes it to who lists it, where there is more to say. */
export function useTitle(title: string, description?: string) {
  useEffect(() => {
    document.title = `${title} | ${productName}`
    const meta = document.querySelector<HTMLMetaElement>('meta[name="description"]')
    if (!description || !meta) return
    const before = meta.content
    meta.content = description
    return () => {
      meta.content = before
    }
  }, [title, description])
}
