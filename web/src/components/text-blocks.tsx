import type { TextBlock, TextRun } from '@prankpost/contracts/text'
import { Link } from 'wouter'
import { numbered } from '../lib/texts.ts'

/** Paragraphs and lists of a text that operators wrote. Everything is a text node: it contains no HTML. */
export function TextBlocks({ blocks }: { blocks: TextBlock[] }) {
  return numbered(blocks).map(({ key, part: { kind, lines } }) => {
    if (kind === 'paragraph') {
      return (
        <p key={key}>
          <Runs runs={lines[0] ?? []} />
        </p>
      )
    }
    const List = kind === 'bullets' ? 'ul' : 'ol'
    return (
      <List
        key={key}
        className={`grid gap-1.5 pl-5 marker:text-pop-deep ${kind === 'bullets' ? 'list-disc' : 'list-decimal'}`}
      >
        {numbered(lines).map((line) => (
          <li key={line.key}>
            <Runs runs={line.part} />
          </li>
        ))}
      </List>
    )
  })
}

function Runs({ runs }: { runs: TextRun[] }) {
  return numbered(runs).map(({ key, part }) => <Run key={key} run={part} />)
}

const link = 'font-extrabold text-grape underline decoration-2 underline-offset-4 hover:text-grape-deep'

function Run({ run: { text, href, isStrong, isEmphasized } }: { run: TextRun }) {
  const emphasized = isEmphasized ? <em>{text}</em> : text
  const content = isStrong ? <strong>{emphasized}</strong> : emphasized
  if (href === undefined) return content
  if (href.startsWith('/')) {
    return (
      <Link to={href} className={link}>
        {content}
      </Link>
    )
  }
  // The server accepts no other links; a browser must not follow one in any case.
  if (!/^(https:\/\/|mailto:)/i.test(href)) return content
  return (
    <a href={href} rel="noreferrer" className={link}>
      {content}
    </a>
  )
}
