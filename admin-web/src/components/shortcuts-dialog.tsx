import { Modal } from 'antd'
import { useHotkeysContext } from 'react-hotkeys-hook'
import { keyText } from '../lib/shortcuts.ts'

/** Lists the shortcuts that are available on the current screen. */
export default function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const { hotkeys } = useHotkeysContext()
  // Global shortcuts first, those of the current list last.
  const groups = [...Map.groupBy(hotkeys, ({ metadata }) => String(metadata?.group))].sort(
    ([a], [b]) => rankOf(a) - rankOf(b),
  )
  return (
    <Modal title="Keyboard shortcuts" open onCancel={onClose} footer={null} width={420}>
      {groups.map(([group, members]) => (
        <section key={group} className="shortcuts">
          <h3>{group}</h3>
          <dl>
            {members.map(({ hotkey, description }) => (
              <div key={hotkey}>
                <dt>
                  <kbd>{keyText(hotkey)}</kbd>
                </dt>
                <dd>{description}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </Modal>
  )
}

const rankOf = (group: string) => ['Everywhere', 'Tabs', group].indexOf(group)
