import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { lazy, Suspense } from 'react'
import { Waiting } from '../../../components/error-state.tsx'
import { useMay } from '../../../lib/me.ts'
import { useUrlParams } from '../../../lib/url-params.ts'
import { textsQuery } from '../api.ts'
import { textLabels, textNameIn } from './text-labels.ts'

const TextDrawer = lazy(() => import('./text-drawer.tsx'))

/** The texts of the store; the URL contains the one that is open. */
export function TextsCard() {
  const texts = useQuery(textsQuery)
  const mayPublish = useMay('POST /api/admin/texts/:name/versions')
  const [params, changeParams] = useUrlParams()
  const open = textNameIn(params.get('text'))
  const close = () => changeParams((next) => next.delete('text'))
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
                  onClick={() => changeParams((next) => next.set('text', name))}
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
          <TextDrawer key={open} name={open} onClose={close} />
        </Suspense>
      )}
    </section>
  )
}
