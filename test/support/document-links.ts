import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'

/** What a page points at within the repository: files, and headings of pages. */
export const linksIn = (text: string): string[] =>
  [...text.matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, link = '']) => link)
    .filter((link) => !/^(https?:|mailto:)/.test(link))

/** Whether the file is there that a page at `page` points at, with the heading after `#`, where one is named. */
export function isThere(link: string, page: string): boolean {
  const [file, heading] = link.split('#')
  const target = file ? path.join(path.dirname(page), file) : page
  if (!existsSync(target)) return false
  return heading === undefined || headingsOf(readFileSync(target, 'utf8')).includes(heading)
}

/** The names under which headings can be linked to. */
const headingsOf = (text: string) =>
  [...text.matchAll(/^#+ (.+)$/gm)].map(([, words = '']) =>
    words
      .toLowerCase()
      .replace(/[^\w\s-]/g, '')
      .replace(/\s/g, '-'),
  )
