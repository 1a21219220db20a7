import { Modal } from 'antd'
import { useHotkeysContext } from 'react-hotkeys-hook'

/** Lists the shortcuts that work on the screen as it is now. */
export default function ShortcutsDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { hotkeys } = useHotkeysContext()
  // What works everywhere first, what belongs to this list last.
  const groups = [...Map.groupBy(hotkeys, ({ metadata }) => String(metadata?.group))].sort(
    ([a], [b]) => rankOf(a) - rankOf(b),
  )
  return (
    <Modal title="Keyboard shortcuts" open={open} onCancel={onClose} footer={null} width={420}>
      {groups.map(([group, members]) => (
        <section key={group} className="shortcuts">
          <h3>{group}</h3>
          <dl>
            {members.map(({ hotkey, description }) => (
              <div key={hotkey}>
                <dt>
                  <kbd>{hotkey}</kbd>
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
