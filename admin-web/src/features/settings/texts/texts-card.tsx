import type { TextName } from '@prankpost/contracts/text'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { lazy, Suspense, useCallback, useState } from 'react'
import { Waiting } from '../../../components/error-state.tsx'
import { useOpenItem } from '../../../lib/list-state.ts'
import { useMay } from '../../../lib/me.ts'
import { useUnsavedItem } from '../../../lib/use-unsaved-item.ts'
import { textsQuery } from '../api.ts'
import { textDrafts } from './text-drafts.ts'
import { textLabels, textNameIn } from './text-labels.ts'

const TextDrawer = lazy(() => import('./text-drawer.tsx'))

/** The texts of the store; the URL contains the one that is open. */
export function TextsCard() {
  const texts = useQuery(textsQuery)
  const mayPublish = useMay('POST /api/admin/texts/:name/versions')
  const [id, openItem] = useOpenItem('text')
  const [unsavedId, setUnsavedId] = useState<TextName | null>(null)
  const { shownId, requestClose } = useUnsavedItem({
    id,
    openItem,
    unsavedId,
    question: { title: 'Discard the changes?', content: 'The text was not published.', okText: 'Discard' },
    onClose() {
      if (unsavedId !== null) textDrafts.drop(unsavedId)
      setUnsavedId(null)
    },
  })
  const open = textNameIn(shownId)
  const noteUnsaved = useCallback((isUnsaved: boolean) => setUnsavedId(isUnsaved ? open : null), [open])
  return (
    <section className="card" aria-labelledby="texts-title">
      <header className="card-head">
        <h2 id="texts-title">Texts</h2>
      </header>
      <p className="hint">Every version stays: an order names the terms that its customer agreed to.</p>
      {texts.data ? (
        <ul className="text-list">
          {texts.data.map(({ name, label, by }) => (
            <li key={name}>
              <strong>{textLabels[name].label}</strong>
              <span className="hint">
                {label}, by {by}
              </span>
              <span className="card-actions">
                <Button
                  aria-label={`${mayPublish ? 'Edit' : 'Read'} ${textLabels[name].label}`}
                  onClick={() => openItem(name)}
                >
                  {mayPublish ? 'Edit' : 'Read'}
                </Button>
              </span>
            </li>
          ))}
        </ul>
      ) : (
        <Waiting for={texts} failed="The texts could not be loaded." />
      )}
      {open && (
        <Suspense fallback={null}>
          <TextDrawer key={open} name={open} onUnsaved={noteUnsaved} onClose={requestClose} />
        </Suspense>
      )}
    </section>
  )
}
