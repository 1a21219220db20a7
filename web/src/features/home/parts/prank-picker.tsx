import type { Prank } from '@prankpost/contracts/prank'
import { dollars, errorText, priceCents } from '@prankpost/web-kit'
import { useState } from 'react'
import { Carousel } from '../../../components/carousel.tsx'
import { LoadFailed } from '../../../components/notice.tsx'
import { preload, useOnDemand } from '../../../components/on-demand.ts'
import { note } from '../../../lib/funnel.ts'
import { CardsSkeleton } from './cards-skeleton.tsx'
import { PrankCard } from './prank-card.tsx'
import { StepTitle } from './step-title.tsx'

const loadDescription = () => import('./description-dialog.tsx')

interface PrankPickerProps {
  query: {
    data: Prank[] | undefined
    error: unknown
    failureCount: number
    isFetching: boolean
    refetch: () => unknown
  }
  picked: string | null
  onPick: (id: string | null) => void
  disabled: boolean
}

/** Step one: the carousel of pranks. */
export function PrankPicker({ query, picked, onPick, disabled }: PrankPickerProps) {
  const [described, setDescribed] = useState<Prank | null>(null)
  const [isDescribing, setDescribing] = useState(false)
  const DescriptionDialog = useOnDemand(loadDescription, isDescribing, setDescribing)
  const { data: pranks, error } = query
  return (
    <section aria-label="Pick a Prank">
      <StepTitle step={1}>Pick a Prank</StepTitle>
      {pranks ? (
        <Carousel label="Pranks">
          {pranks.map((prank) => (
            <PrankCard
              key={prank.id}
              prank={prank}
              price={dollars(priceCents(prank.price))}
              isPicked={prank.id === picked}
              disabled={disabled}
              onToggle={() => {
                if (prank.id !== picked) note('picked', { prankId: prank.id })
                onPick(prank.id === picked ? null : prank.id)
              }}
              onPreload={() => preload(loadDescription)}
              onDescribe={() => {
                note('viewed', { prankId: prank.id })
                setDescribed(prank)
                setDescribing(true)
              }}
            />
          ))}
        </Carousel>
      ) : error ? (
        <LoadFailed
          message={errorText(error, 'The pranks could not be loaded. Please try again.')}
          onRetry={() => query.refetch()}
          busy={query.isFetching}
        />
      ) : (
        <CardsSkeleton height="h-[290px]" label="Loading pranks" isFailing={query.failureCount > 0} />
      )}
      {DescriptionDialog && (
        <DescriptionDialog open={isDescribing} onOpenChange={setDescribing} prank={described} />
      )}
    </section>
  )
}
