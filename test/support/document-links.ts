import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'

/** The links of a page within the repository: files, and headings of pages. */
export const linksIn = (text: string): string[] =>
  [...text.matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, link = '']) => link)
    .filter((link) => !/^(https?:|mailto:)/.test(link))

/** Whether the target of a link on the page at `page` exists, with the heading after `#`, if there is one. */
export function isThere(link: string, page: string): boolean {
  const [file, heading] = link.split('#')
  const target = file ? path.join(path.dirname(page), file) : page
  if (!existsSync(target)) return false
  return heading === undefined || headingsOf(readFileSync(target, 'utf8')).includes(heading)
}

/** The anchors of the headings. */
const headingsOf = (text: string) =>
  [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\w\s-]/g, '')
      .replace(/\s/g, '-'),
  )
