import { CardsSkeleton } from './parts/cards-skeleton.tsx'
import { Hero } from './parts/hero.tsx'
import { StepTitle } from './parts/step-title.tsx'

/** The skeleton of home. The parts that need neither code nor data are already in their final place. */
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
