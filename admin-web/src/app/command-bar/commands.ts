import { useHotkeysContext } from 'react-hotkeys-hook'
import { useMayCall } from '../../lib/me.ts'
import type { ShortcutMetadata } from '../../lib/shortcuts.ts'
import { useUrlParams } from '../../lib/url-params.ts'
import { resources } from '../resources.ts'

/** One thing that the operator can do from everywhere. */
interface Command {
  /** Unique among all commands. */
  id: string
  label: string
  /** The key that does the same. */
  hotkey?: string
  act: () => void
}

export interface CommandGroup {
  heading: string
  commands: Command[]
}

/** What the layout does. */
export interface LayoutActions {
  onHelp: () => void
  /** Null for the shared password, which has no account. */
  onAccount: (() => void) | null
  onLogOut: () => void
}

/** All commands that the operator's role allows: of the open screen, of the tabs, and of the whole admin. */
export function useCommands({ onHelp, onAccount, onLogOut }: LayoutActions): CommandGroup[] {
  const goTo = useGoTo()
  const may = useMayCall()
  const onScreen = useScreenCommands()
  const isScanOnScreen = onScreen.some(({ label }) => label === 'Scan parcels')
  return [
    { heading: 'On this screen', commands: onScreen },
    {
      heading: 'Go to',
      commands: resources
        .filter(({ needs }) => may(needs))
        .map(({ key, label }, i) => ({
          id: `tab ${key}`,
          label: `Go to ${label}`,
          ...(i < 9 && { hotkey: String(i + 1) }),
          act: () => goTo(key),
        })),
    },
    {
      heading: 'Do',
      commands: [
        ...(may('POST /api/admin/parcels/scan') && !isScanOnScreen
          ? [{ id: 'scan', label: 'Scan parcels', act: () => goTo('parcels', { dialog: 'scan' }) }]
          : []),
        ...(may('POST /api/admin/parcels/labels')
          ? [{ id: 'print', label: 'Print labels and slips (in Parcels)', act: () => goTo('parcels') }]
          : []),
        ...(may('POST /api/admin/parcels/import')
          ? [
              {
                id: 'import',
                label: 'Import tracking numbers (CSV)',
                act: () => goTo('parcels', { dialog: 'import' }),
              },
            ]
          : []),
        { id: 'help', label: 'Keyboard shortcuts', hotkey: '?', act: onHelp },
        ...(onAccount ? [{ id: 'account', label: 'Your account and sessions', act: onAccount }] : []),
        { id: 'log-out', label: 'Log out', act: onLogOut },
      ],
    },
  ]
}

/** The shortcuts of the open list, or of the drawer over it. */
function useScreenCommands(): Command[] {
  const all = useHotkeysContext().hotkeys.map((shortcut) => ({
    ...shortcut,
    ...(shortcut.metadata as ShortcutMetadata),
  }))
  const isDrawerOpen = all.some(({ inDialog }) => inDialog)
  return all
    .filter(({ isCommand, inDialog }) => isCommand && inDialog === isDrawerOpen)
    .map(({ hotkey, description = '', act }) => ({ id: `key ${hotkey}`, label: description, hotkey, act }))
}

/** Opens a tab, with these parameters of the URL only. */
export function useGoTo() {
  const [, changeParams] = useUrlParams()
  return (tab: string, more: Record<string, string> = {}) =>
    changeParams((next) => {
      for (const name of [...next.keys()]) next.delete(name)
      for (const [name, value] of Object.entries({ tab, ...more })) next.set(name, value)
    })
}

/** The commands whose label contains the beginning of each word of the text, in any order. */
export function matching(groups: CommandGroup[], text: string): CommandGroup[] {
  const words = wordsOf(text)
  return groups
    .map(({ heading, commands }) => ({
      heading,
      commands: commands.filter(({ label }) => {
        const own = wordsOf(label)
        return words.every((word) => own.some((one) => one.startsWith(word)))
      }),
    }))
    .filter(({ commands }) => commands.length > 0)
}

const wordsOf = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
