import type { Prank } from '@prankpost/contracts/prank'
import { useQuery } from '@tanstack/react-query'
import { type MouseEvent, useCallback, useState } from 'react'
import { preload, useOnDemand } from '../../../components/on-demand.ts'
import { addToCart, cartItemOf } from '../../../lib/cart.ts'
import { note } from '../../../lib/funnel.ts'
import type { Target } from '../../../lib/local-targets.ts'
import { pranksQuery } from '../../../lib/pranks.ts'
import { useTargets } from '../../../lib/targets.ts'
import { toast, toastError } from '../../../lib/toasts.ts'
import { ActionBar } from './action-bar.tsx'
import { PrankPicker } from './prank-picker.tsx'
import { TargetPicker } from './target-picker.tsx'
import { usePrankFromAddress } from './use-prank-from-address.ts'
import { useShuffle } from './use-shuffle.ts'

const loadTargetDialog = () => import('../../../components/new-target-dialog.tsx')
const loadMatchDialog = () => import('./match-dialog.tsx')

/** The selection of a prank and a target, each toggled by a click, and the actions for the pair. */
export function PrankBuilder() {
  const pranks = useQuery(pranksQuery)
  const { targets, ...book } = useTargets()
  const [prankId, setPrankId] = useState<string | null>(null)
  const [targetId, setTargetId] = useState<string | null>(null)
  const [isAdding, setAdding] = useState(false)
  const [isMatched, setMatched] = useState(false)
  const TargetDialog = useOnDemand(loadTargetDialog, isAdding, setAdding)
  const MatchDialog = useOnDemand(loadMatchDialog, isMatched, setMatched)
  usePrankFromAddress(pranks.data, setPrankId)

  const available = pranks.data?.filter(({ soldOut }) => !soldOut) ?? []
  const prank = available.find(({ id }) => id === prankId)
  const target = targets.find(({ id }) => id === targetId)
  const clear = () => {
    setPrankId(null)
    setTargetId(null)
  }
  const pick = useCallback((match: { prank: Prank; target: Target }) => {
    setPrankId(match.prank.id)
    setTargetId(match.target.id)
  }, [])
  const needTargets = () =>
    toastError('Target Info Required', 'Please add targets to your address book first.')
  const shuffle = useShuffle({
    pranks: available,
    targets,
    isLoading: book.isPending,
    onPick: pick,
    onEnd: (isMatch) => (isMatch ? setMatched(true) : needTargets()),
  })

  const add = ({ detail }: MouseEvent) => {
    // The second click of a double click would ask for the next pair.
    if (detail > 1) return
    if (!prank) return toastError('Select a Prank', 'Please select a prank first')
    if (targets.length === 0 && !book.isPending) return setAdding(true)
    if (!target) return toastError('Select a Target', 'Please select a target first')
    addToCart(cartItemOf(prank, target))
    note('added', { prankId: prank.id })
    toast({ title: 'Added to Arsenal', description: `${prank.name} for ${target.name}` })
    setMatched(false)
    clear()
  }
  const randomize = () => {
    setMatched(false)
    if (targets.length === 0 && !book.isPending) return needTargets()
    preload(loadMatchDialog)
    shuffle.start()
  }

  return (
    <div id="pick" className="page scroll-mt-20 pt-12">
      <PrankPicker query={pranks} picked={prankId} onPick={setPrankId} disabled={shuffle.isRunning} />
      <TargetPicker
        targets={targets}
        {...book}
        picked={targetId}
        onPick={setTargetId}
        onAdd={() => setAdding(true)}
        onPreload={() => preload(loadTargetDialog)}
        disabled={shuffle.isRunning}
      />
      <ActionBar
        prank={prank}
        target={target}
        isShuffling={shuffle.isRunning}
        canShuffle={available.length > 0}
        onRandomize={randomize}
        onAdd={add}
      />
      {TargetDialog && <TargetDialog open={isAdding} onOpenChange={setAdding} />}
      {MatchDialog && (
        <MatchDialog
          open={isMatched}
          onOpenChange={setMatched}
          prank={prank}
          target={target}
          onAdd={add}
          onAgain={randomize}
        />
      )}
    </div>
  )
}
