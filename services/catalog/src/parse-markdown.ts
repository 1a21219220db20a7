import type { TextBlock, TextRun, TextSection } from '@prankpost/contracts'
import MarkdownIt, { type Token } from 'markdown-it'

// Only these forms are parsed. Everything else, such as HTML, pictures and tables, stays text.
const markdown = new MarkdownIt('zero').enable(['heading', 'list', 'emphasis', 'link', 'escape'])
// The links of a text lead to secure pages, to mail programs, and to pages of the store.
markdown.validateLink = (url) => /^(https:\/\/|mailto:|\/(?![/\\]))/i.test(url)

/**
 * Parses Markdown to sections, one for each heading. The result contains text and links, but no HTML: what a browser shows
 * depends on the components of the front ends alone. A list in a list continues the outer one.
 */
export function parseMarkdown(source: string): TextSection[] {
  const sections: TextSection[] = []
  const current = () => {
    const last = sections.at(-1)
    if (last !== undefined) return last
    const first: TextSection = { title: '', blocks: [] }
    sections.push(first)
    return first
  }
  // The kind of list that is open, from the outermost to the innermost.
  const lists: TextBlock['kind'][] = []
  let isHeading = false
  for (const token of markdown.parse(source, {})) {
    if (token.type === 'heading_open') isHeading = true
    else if (token.type === 'heading_close') isHeading = false
    else if (token.type.endsWith('list_open')) {
      lists.push(token.type === 'bullet_list_open' ? 'bullets' : 'numbers')
      if (lists.length === 1) current().blocks.push({ kind: lists[0] ?? 'bullets', lines: [] })
    } else if (token.type.endsWith('list_close')) lists.pop()
    else if (token.type === 'inline' && isHeading) {
      sections.push({ title: textOf(runsOf(token.children ?? [])), blocks: [] })
    } else if (token.type === 'inline') {
      const runs = runsOf(token.children ?? [])
      if (lists.length > 0) current().blocks.at(-1)?.lines.push(runs)
      else current().blocks.push({ kind: 'paragraph', lines: [runs] })
    }
  }
  return sections
}

const textOf = (runs: TextRun[]) => runs.map(({ text }) => text).join('')

/** The text of a line as pieces of one form each. */
function runsOf(tokens: Token[]): TextRun[] {
  const runs: TextRun[] = []
  let [strong, emphasis] = [0, 0]
  let href: string | null = null
  for (const token of tokens) {
    const { type, content } = token
    if (type === 'strong_open') strong++
    else if (type === 'strong_close') strong--
    else if (type === 'em_open') emphasis++
    else if (type === 'em_close') emphasis--
    else if (type === 'link_open') href = String(token.attrGet('href'))
    else if (type === 'link_close') href = null
    else {
      // A line break of the source is a space.
      const text = type === 'softbreak' || type === 'hardbreak' ? ' ' : content.replaceAll('\n', ' ')
      if (text === '') continue
      runs.push({
        text,
        ...(href !== null && { href }),
        ...(strong > 0 && { isStrong: true as const }),
        ...(emphasis > 0 && { isEmphasized: true as const }),
      })
    }
  }
  return runs
}
