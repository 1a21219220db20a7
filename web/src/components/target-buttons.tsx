import { Pencil, Trash2 } from 'lucide-react'
import { isLocal, type Target } from '../lib/local-targets.ts'
import type { useTargetEditor } from './use-target-editor.tsx'

const round = 'grid size-11 place-items-center rounded-full border-2 border-ink bg-card shadow-hard-sm'

interface TargetButtonsProps {
  target: Target
  editor: ReturnType<typeof useTargetEditor>
}

/** The edit and delete buttons of one target. */
export function TargetButtons({ target, editor }: TargetButtonsProps) {
  const isDeleting = editor.removalOf(target)?.reason === null
  return (
    <div className="flex shrink-0 gap-2">
      <button
        type="button"
        aria-label={`Edit ${target.name}`}
        className={`${round} hover:bg-sun`}
        onPointerEnter={editor.preloadDialog}
        onFocus={editor.preloadDialog}
        onClick={() => editor.edit(target)}
      >
        <Pencil className="size-5" strokeWidth={2.5} aria-hidden="true" />
      </button>
      <button
        type="button"
        aria-label={`Delete ${target.name}`}
        aria-disabled={isDeleting || undefined}
        className={`${round} text-tomato hover:bg-[#ffe9ec] aria-disabled:cursor-progress aria-disabled:opacity-60`}
        onClick={() => editor.remove(target)}
      >
        <Trash2 className="size-5" strokeWidth={2.5} aria-hidden="true" />
      </button>
    </div>
  )
}

/** The notes of one target: it is stored in this browser only, or it could not be deleted. */
export function TargetNotes({ editor, target }: TargetButtonsProps) {
  const reason = editor.removalOf(target)?.reason
  return (
    <>
      {isLocal(target) && <p className="mt-2 font-bold text-ink-soft text-sm">Kept in this browser only.</p>}
      {reason && (
        <p role="alert" className="mt-2 break-words font-bold text-tomato [overflow-wrap:anywhere]">
          {reason}
        </p>
      )}
    </>
  )
}
