import type { DrawnPrank } from '@prankpost/contracts/subscription'
import { errorText } from '@prankpost/web-kit'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'wouter'
import { Button } from '../../../components/button.tsx'
import { preloadOn, useOnDemand } from '../../../components/on-demand.ts'
import { TitledPanel } from '../../../components/panel.tsx'
import { Reading } from '../../../components/reading.tsx'
import { SkeletonBlock } from '../../../components/skeleton.tsx'
import { paths } from '../../../lib/paths.ts'
import { toast, toastError } from '../../../lib/toasts.ts'
import { drawQuery, swapPrank } from '../draw.ts'
import type { Plan } from '../subscriptions.ts'
import { DrawnCard } from './drawn-card.tsx'

const loadPreferences = () => import('./preferences-dialog.tsx')

const link = 'font-extrabold text-grape underline decoration-2 underline-offset-4 hover:text-grape-deep'

/** What was drawn for the paid month of a plan, with a button to draw a prank again, and one for the preferences. */
export function DrawPanel({ plan }: { plan: Plan }) {
  const query = useQuery(drawQuery(plan.id))
  const [isOpen, setOpen] = useState(false)
  const PreferencesDialog = useOnDemand(loadPreferences, isOpen, setOpen)
  return (
    <TitledPanel title="This Month's Pranks" colour="bg-kraft" className="md:col-span-2">
      <div className="grid gap-4 p-5">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <p className="min-w-[16rem] flex-1">
            We draw them when a month is paid. Until they are packed, you can have up to {maxSwaps} a month
            drawn again.{' '}
            <Link to={paths.fairDraw} className={link}>
              How we draw
            </Link>
          </p>
          <Button className="max-sm:w-full" onClick={() => setOpen(true)} {...preloadOn(loadPreferences)}>
            Never Send...
          </Button>
        </div>
        <Reading
          query={query}
          failed="Your draw could not be loaded. Please try again."
          skeleton={<Skeleton rows={plan.prankCount} />}
        >
          {(drawn) => <Draw planId={plan.id} drawn={drawn} />}
        </Reading>
      </div>
      {PreferencesDialog && <PreferencesDialog open={isOpen} onOpenChange={setOpen} planId={plan.id} />}
    </TitledPanel>
  )
}

/** As the contract says; its type makes sure of it, because the contract's module would load zod. */
const maxSwaps: typeof import('@prankpost/contracts/subscription').maxSwapsPerMonth = 3

function Draw({ planId, drawn }: { planId: string; drawn: DrawnPrank[] | null }) {
  const { mutate, isPending, variables } = useSwap(planId)
  if (drawn === null) return <p role="status">We are drawing your pranks. They appear here in a moment.</p>
  if (drawn.length === 0) return <p>Nothing is left to send for this month.</p>
  const [{ drawId } = { drawId: null }] = drawn
  return (
    <>
      <ul className="grid gap-3">
        {drawn.map((one) => (
          <DrawnCard
            key={one.slot}
            drawn={one}
            isSwapping={isPending && variables === one.slot}
            isBusy={isPending}
            onSwap={() => mutate(one.slot)}
          />
        ))}
      </ul>
      {drawId && (
        <p className="text-ink-soft text-sm">
          The id of this draw in the{' '}
          <Link to={paths.fairDraw} className={link}>
            published draws
          </Link>
          : <span className="font-mono wrap-anywhere">{drawId}</span>
        </p>
      )}
    </>
  )
}

function useSwap(planId: string) {
  const queryClient = useQueryClient()
  const { queryKey } = drawQuery(planId)
  return useMutation({
    mutationFn: async (slot: number) => {
      await queryClient.cancelQueries({ queryKey })
      return swapPrank(planId, slot)
    },
    onSuccess: (drawn, slot) => {
      queryClient.setQueryData(queryKey, drawn)
      const now = drawn.find((one) => one.slot === slot)
      const target = now?.contact ? ` for ${now.contact.name}` : ''
      toast({ title: 'Swapped', ...(now && { description: `Now it is ${now.prank.name}${target}.` }) })
    },
    onError: (error) => {
      toastError('Not Swapped', errorText(error, 'This prank could not be drawn again. Please try again.'))
      // It may have been packed in the meantime: then the list shows that.
      void queryClient.invalidateQueries({ queryKey })
    },
  })
}

function Skeleton({ rows }: { rows: number }) {
  return (
    <div className="grid gap-3">
      {Array.from({ length: rows }, (_, row) => `row-${row}`).map((row) => (
        <SkeletonBlock key={row} className="h-[11.5rem] sm:h-[6.5rem]" />
      ))}
    </div>
  )
}
