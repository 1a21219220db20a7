import { errorText } from '@prankpost/web-kit'
import { Alert, Button, Modal } from 'antd'
import { Command as Cmdk } from 'cmdk'
import { useRef, useState } from 'react'
import { keyText } from '../../lib/shortcuts.ts'
import { type LayoutActions, matching, useCommands, useGoTo } from './commands.ts'
import { type Hits, useHits } from './use-hits.ts'
import './command-bar.css'

/**
 * Goes to every tab, runs what the screen and the admin can do, and searches the lists, all by keyboard: arrows, Enter,
 * Escape. What is chosen runs after the bar has closed, so that the focus is back where it was.
 */
export default function CommandBar({ onClose, ...actions }: LayoutActions & { onClose: () => void }) {
  const [isOpen, setIsOpen] = useState(true)
  const [text, setText] = useState('')
  const chosen = useRef<() => void>(undefined)
  const input = useRef<HTMLInputElement>(null)
  const goTo = useGoTo()
  const q = text.trim()
  const groups = matching(useCommands(actions), q)
  const hits = useHits(q)

  const close = () => setIsOpen(false)
  const choose = (act: () => void) => () => {
    chosen.current = act
    close()
  }
  return (
    <Modal
      open={isOpen}
      className="command-bar"
      title={<span className="for-screen-readers">Search and commands</span>}
      width={640}
      footer={null}
      closable={false}
      // Without motion: it opens and closes between two keys.
      transitionName=""
      maskTransitionName=""
      afterOpenChange={(isShown) => isShown && input.current?.focus()}
      afterClose={() => {
        onClose()
        chosen.current?.()
      }}
      onCancel={close}
    >
      <Cmdk
        label="Search and commands"
        shouldFilter={false}
        loop
        // Ctrl K would move up, but opens the bar, and closes it here.
        vimBindings={false}
        onKeyDown={(event) => {
          if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return
          event.preventDefault()
          close()
        }}
      >
        <Cmdk.Input
          ref={input}
          autoFocus
          maxLength={100}
          placeholder="A command, an order number, an e-mail address or a name"
          value={text}
          onValueChange={setText}
        />
        <Cmdk.List label="Commands and results">
          {groups.map(({ heading, commands }) => (
            <Cmdk.Group key={heading} heading={heading}>
              {commands.map(({ id, label, hotkey, act }) => (
                <Cmdk.Item key={id} value={id} onSelect={choose(act)}>
                  {label} {hotkey && <kbd aria-hidden>{keyText(hotkey)}</kbd>}
                </Cmdk.Item>
              ))}
            </Cmdk.Group>
          ))}
          {q !== '' && hits.searchable.length > 0 && (
            <Cmdk.Group heading="Search">
              {hits.searchable.map(({ key, search }) => (
                <Cmdk.Item key={key} value={`search ${key}`} onSelect={choose(() => goTo(key, { q }))}>
                  Search {search?.noun} for "{q}"
                </Cmdk.Item>
              ))}
            </Cmdk.Group>
          )}
          {hits.found.map(({ resource, hits: items }) => (
            <Cmdk.Group key={resource.key} heading={resource.label}>
              {items.map(({ id, title, detail, params }) => (
                <Cmdk.Item
                  key={id}
                  value={`${resource.key} ${id}`}
                  onSelect={choose(() => goTo(resource.key, params))}
                >
                  {title} <span className="hint">{detail}</span>
                </Cmdk.Item>
              ))}
            </Cmdk.Group>
          ))}
        </Cmdk.List>
      </Cmdk>
      <Outcome hits={hits} isEmpty={groups.length === 0} />
    </Modal>
  )
}

/** What the search of the lists is doing, below the results: an option of the list would be chosen by an arrow. */
function Outcome({ hits, isEmpty }: { hits: Hits; isEmpty: boolean }) {
  const { state, found, failed, error, searchable, retry } = hits
  const sources = searchable.filter(({ search }) => search?.hits).map(({ search }) => search?.noun)
  const status =
    state === 'searching'
      ? 'Searching...'
      : state === 'done' && failed.length === 0 && found.length === 0
        ? `No ${new Intl.ListFormat('en', { type: 'disjunction' }).format(sources.map(String))} found.`
        : state === 'idle' && isEmpty
          ? 'No such command. Three characters start a search.'
          : ''
  return (
    <>
      <p role="status" className="command-status hint">
        {status}
      </p>
      {failed.length > 0 && (
        <Alert
          type="error"
          showIcon
          role="alert"
          title={`${failed.join(', ')}: ${errorText(error, 'The search failed. Please try again.')}`}
          action={
            <Button size="small" onClick={retry}>
              Retry
            </Button>
          }
        />
      )}
    </>
  )
}
