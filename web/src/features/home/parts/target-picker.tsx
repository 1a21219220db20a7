import { minTargetSlots } from '@prankpost/contracts/constants'
import { errorText } from '@prankpost/web-kit'
import { UserPlus } from 'lucide-react'
import { Button } from '../../../components/button.tsx'
import { Carousel } from '../../../components/carousel.tsx'
import { LoadFailed } from '../../../components/notice.tsx'
import { Avatar } from '../../../components/picture.tsx'
import type { Target } from '../../../lib/local-targets.ts'
import { CardsSkeleton } from './cards-skeleton.tsx'
import { PickedMark } from './picked-mark.tsx'
import { StepTitle } from './step-title.tsx'

const slots = Array.from({ length: minTargetSlots }, (_, index) => `slot ${index + 1}`)

interface TargetPickerProps {
  targets: Target[]
  isPending: boolean
  isFailing: boolean
  error: unknown
  refetch: () => unknown
  picked: string | null
  onPick: (id: string | null) => void
  onAdd: () => void
  onPreload: () => void
  disabled: boolean
}

/** Step two: the carousel of targets, filled up with empty slots for new ones. */
export function TargetPicker(props: TargetPickerProps) {
  const { targets, isPending, isFailing, error, refetch, picked, onPick, onAdd, onPreload, disabled } = props
  return (
    <section
      id="targets"
      aria-label="Select a Target"
      tabIndex={-1}
      className="mt-10 scroll-mt-24 outline-none"
    >
      <StepTitle
        step={2}
        end={
          <Button onClick={onAdd} onPointerEnter={onPreload} onFocus={onPreload}>
            <UserPlus className="size-5" strokeWidth={2.5} aria-hidden="true" />
            Add Targets
          </Button>
        }
      >
        Select a Target
      </StepTitle>
      {isPending ? (
        <CardsSkeleton height="h-[204px]" label="Loading targets" isFailing={isFailing} />
      ) : error && targets.length === 0 ? (
        <LoadFailed
          message={errorText(error, 'Your targets could not be loaded. Please try again.')}
          onRetry={() => refetch()}
        />
      ) : (
        <Carousel label="Targets">
          {targets.map((target) => (
            <TargetCard
              key={target.id}
              target={target}
              isPicked={target.id === picked}
              disabled={disabled}
              onToggle={() => onPick(target.id === picked ? null : target.id)}
            />
          ))}
          {slots.slice(targets.length).map((slot) => (
            <EmptySlot key={slot} onAdd={onAdd} onPreload={onPreload} />
          ))}
        </Carousel>
      )}
    </section>
  )
}

interface TargetCardProps {
  target: Target
  isPicked: boolean
  disabled: boolean
  onToggle: () => void
}

function TargetCard({ target, isPicked, disabled, onToggle }: TargetCardProps) {
  return (
    <div className="relative">
      <button
        type="button"
        aria-pressed={isPicked}
        disabled={disabled}
        onClick={onToggle}
        className={`panel group flex h-[204px] w-full flex-col items-center px-3 pt-5 text-center transition-transform motion-safe:hover:-translate-y-1 disabled:cursor-progress ${isPicked ? '-translate-y-1 rotate-2 bg-sun' : ''}`}
      >
        <Avatar id={target.profilePicture} size={88} className="transition-transform group-hover:scale-110" />
        <span className="mt-5 line-clamp-2 w-full break-words font-display text-xl leading-tight">
          {target.name}
        </span>
        <span className="line-clamp-1 w-full font-bold text-ink-soft text-sm">
          {[target.city, target.state].filter(Boolean).join(', ')}
        </span>
      </button>
      {isPicked && <PickedMark />}
    </div>
  )
}

function EmptySlot({ onAdd, onPreload }: { onAdd: () => void; onPreload: () => void }) {
  return (
    <button
      type="button"
      onClick={onAdd}
      onPointerEnter={onPreload}
      onFocus={onPreload}
      className="flex h-[204px] w-full flex-col items-center justify-center gap-2 rounded-card border-[2.5px] border-ink/60 border-dashed bg-paper-deep/50 font-display text-ink-soft text-xl transition-colors hover:border-ink hover:bg-paper-deep hover:text-ink"
    >
      <UserPlus className="size-10" strokeWidth={2} aria-hidden="true" />
      Add Target
    </button>
  )
}
