import { TargetButtons, TargetNotes } from '../../../components/target-buttons.tsx'
import type { useTargetEditor } from '../../../components/use-target-editor.tsx'
import type { Target } from '../../../lib/local-targets.ts'

const colours = ['bg-pop', 'bg-sky', 'bg-mint', 'bg-sun', 'bg-kraft']

interface TargetCardProps {
  target: Target
  index: number
  editor: ReturnType<typeof useTargetEditor>
}

/** One target in the style of an address label. */
export function TargetCard({ target, index, editor }: TargetCardProps) {
  return (
    <li className="panel flex flex-col overflow-hidden">
      <div className="airmail border-ink border-b-[2.5px]" aria-hidden="true" />
      <div className="flex flex-1 items-start gap-4 p-4">
        <span
          aria-hidden="true"
          className={`-rotate-3 grid size-14 shrink-0 place-items-center rounded-2xl border-[2.5px] border-ink font-display text-3xl uppercase shadow-hard-sm ${colours[index % colours.length]}`}
        >
          {Array.from(target.name.trim())[0] ?? '?'}
        </span>
        <div className="min-w-0 flex-1">
          <h3 className="break-words text-2xl">{target.name}</h3>
          <p className="font-bold text-ink-soft">
            {target.city}, {target.state}
          </p>
          <p className="mt-2 break-words">
            {[target.address, target.address2, target.zipCode].filter(Boolean).join(', ')}
          </p>
          <TargetNotes target={target} editor={editor} />
        </div>
      </div>
      <div className="flex justify-end border-ink/20 border-t-2 border-dashed px-4 py-3">
        <TargetButtons target={target} editor={editor} />
      </div>
    </li>
  )
}
