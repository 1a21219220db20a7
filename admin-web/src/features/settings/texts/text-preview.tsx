import type { TextBlock, TextRun, TextSection } from '@prankpost/contracts/text'
import { errorText } from '@prankpost/web-kit'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { previewQuery } from '../api.ts'

/** How long the operator pauses before the preview follows. */
const pauseMs = 400

/** What a text looks like: parsed by the server while it is written, or given. */
export function TextPreview(props: { markdown: string } | { sections: TextSection[] }) {
  return 'sections' in props ? (
    <Sections sections={props.sections} />
  ) : (
    <LivePreview markdown={props.markdown} />
  )
}

function LivePreview({ markdown }: { markdown: string }) {
  const [settled, setSettled] = useState(markdown)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(markdown), pauseMs)
    return () => clearTimeout(timer)
  }, [markdown])
  const { data, error } = useQuery(previewQuery(settled))
  if (error) return <p role="alert">{errorText(error, 'The preview could not be loaded.')}</p>
  return data ? <Sections sections={data} /> : null
}

/** Parts of a text have no ids, and keep their order. */
const numbered = <T,>(parts: readonly T[]) => parts.map((part, key) => ({ key, part }))

function Sections({ sections }: { sections: TextSection[] }) {
  return numbered(sections).map(({ key, part: { title, blocks } }) => (
    <section key={key}>
      {title !== '' && <h3>{title}</h3>}
      {numbered(blocks).map((block) => (
        <Block key={block.key} block={block.part} />
      ))}
    </section>
  ))
}

function Block({ block: { kind, lines } }: { block: TextBlock }) {
  if (kind === 'paragraph') {
    return (
      <p>
        <Runs runs={lines[0] ?? []} />
      </p>
    )
  }
  const List = kind === 'bullets' ? 'ul' : 'ol'
  return (
    <List>
      {numbered(lines).map(({ key, part }) => (
        <li key={key}>
          <Runs runs={part} />
        </li>
      ))}
    </List>
  )
}

/** Links are shown with their address, but cannot be followed. */
function Runs({ runs }: { runs: TextRun[] }) {
  return numbered(runs).map(({ key, part: { text, href, isStrong, isEmphasized } }) => {
    const emphasized = isEmphasized ? <em>{text}</em> : text
    return (
      <span key={key} className={href && 'text-preview-link'} title={href}>
        {isStrong ? <strong>{emphasized}</strong> : emphasized}
      </span>
    )
  })
}
