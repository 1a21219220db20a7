import { formatDate } from '@prankpost/web-kit'
import { Gift } from 'lucide-react'
import type { Achievement } from '../lib/achievements.ts'
import { Picture } from './picture.tsx'

const icons = ['trophy', 'crown', 'star', 'medal', 'zap', 'heart']

/** The picture of an achievement's icon; a gift for unknown icons. */
function Icon({ name, className = '' }: { name: string; className?: string }) {
  const picture = icons.includes(name) ? name : 'gift'
  return (
    <Picture
      name={`scene-${picture}`}
      width={112}
      shownAt={64}
      eager
      className={`shrink-0 animate-pop-in ${className}`}
    />
  )
}

/** An unlocked achievement; `complete` adds a full progress bar. */
export function UnlockedCard({ achievement, complete }: { achievement: Achievement; complete?: boolean }) {
  const { title, description, icon, progress, maxProgress, reward, unlockedDate } = achievement
  return (
    <li className="panel flex flex-col bg-sun">
      <div className="flex items-center gap-4 p-4">
        <div className="rays grid size-22 shrink-0 place-items-center rounded-full border-[2.5px] border-ink bg-grape [--ray:0.3]">
          <Icon name={icon} />
        </div>
        <div className="min-w-0">
          <h3 className="text-2xl">{title}</h3>
          <p className="mt-0.5 font-semibold">{description}</p>
        </div>
      </div>
      <div className="mt-auto grid gap-3 rounded-b-[1.05rem] border-ink border-t-[2.5px] bg-card p-4">
        {complete && (
          <div>
            <Bar title={title} progress={maxProgress} maxProgress={maxProgress} colour="bg-mint" />
            <p className="mt-1.5 font-extrabold text-sm">
              {progress}/{maxProgress} - Complete!
            </p>
          </div>
        )}
        <Reward text={reward} />
        {unlockedDate && (
          <p className="font-bold text-ink-soft text-sm">Unlocked {formatDate(unlockedDate)}</p>
        )}
      </div>
    </li>
  )
}

/** A locked achievement; its icon is shown once there is progress. */
export function LockedCard({ achievement }: { achievement: Achievement }) {
  const { title, description, icon, progress, maxProgress, reward } = achievement
  return (
    <li className="panel flex flex-col">
      <div className="flex items-center gap-4 p-4">
        <div className="grid size-22 shrink-0 place-items-center rounded-full border-[2.5px] border-ink/50 border-dashed bg-paper-deep/60">
          {progress > 0 && <Icon name={icon} className="opacity-60 grayscale" />}
        </div>
        <div className="min-w-0">
          <h3 className="text-2xl">{title}</h3>
          <p className="mt-0.5 text-ink-soft">{description}</p>
        </div>
      </div>
      <div className="mt-auto grid gap-3 border-ink/20 border-t-2 border-dashed p-4">
        <div>
          <Bar title={title} progress={progress} maxProgress={maxProgress} colour="bg-grape" />
          <p className="mt-1.5 font-extrabold text-sm">
            {progress}/{maxProgress}
          </p>
        </div>
        <Reward text={reward} />
      </div>
    </li>
  )
}

interface BarProps {
  title: string
  progress: number
  maxProgress: number
  colour: string
}

/** A progress bar, filled to progress / maxProgress. */
function Bar({ title, progress, maxProgress, colour }: BarProps) {
  const part = maxProgress > 0 ? Math.min(Math.max(progress / maxProgress, 0), 1) : 0
  return (
    <div
      role="progressbar"
      aria-label={title}
      aria-valuemin={0}
      aria-valuemax={maxProgress}
      aria-valuenow={Math.min(progress, maxProgress)}
      className="h-4 overflow-hidden rounded-full border-2 border-ink bg-card"
    >
      <div className={`h-full ${colour}`} style={{ width: `${part * 100}%` }} />
    </div>
  )
}

function Reward({ text }: { text: string }) {
  return (
    <p className="flex items-start gap-2">
      <Gift className="mt-0.5 size-5 shrink-0 text-pop-deep" strokeWidth={2.5} aria-hidden="true" />
      <span>
        <span className="font-extrabold">Reward:</span> {text}
      </span>
    </p>
  )
}
