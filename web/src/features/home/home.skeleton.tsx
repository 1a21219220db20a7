import { CardsSkeleton } from './parts/cards-skeleton.tsx'
import { Hero } from './parts/hero.tsx'
import { StepTitle } from './parts/step-title.tsx'

/** Home until its code and data are there: what needs neither is shown already, in its final place. */
export function HomeSkeleton() {
  return (
    <>
      <Hero />
      <div className="page pt-12">
        <StepTitle step={1}>Pick a Prank</StepTitle>
        <CardsSkeleton height="h-[290px]" label="Loading pranks" />
      </div>
    </>
  )
}
