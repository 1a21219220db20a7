import { productName } from '@prankpost/contracts/constants'
import { useEffect } from 'react'

/** Sets the title of the page, and its meta description if one is given. */
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
