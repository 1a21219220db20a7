import type { Prank } from '@prankpost/contracts/prank'
import { useEffect } from 'react'
import { useSearchParams } from 'wouter'
import { note } from '../../../lib/funnel.ts'

/** Picks the prank of the link `/?prank=<id>` once, removes it from the address, and moves on to the target. */
export function usePrankFromAddress(pranks: Prank[] | undefined, onPick: (id: string) => void) {
  const [search, setSearch] = useSearchParams()
  const wanted = search.get('prank')
  useEffect(() => {
    if (wanted === null || pranks === undefined) return
    setSearch(
      (current) => {
        current.delete('prank')
        return current
      },
      { replace: true },
    )
    if (!pranks.some(({ id, soldOut }) => id === wanted && !soldOut)) return
    note('picked', { prankId: wanted })
    onPick(wanted)
    // After the layout, which scrolls to the top of a new screen.
    requestAnimationFrame(() => {
      const targets = document.getElementById('targets')
      targets?.scrollIntoView()
      targets?.focus({ preventScroll: true })
    })
  }, [wanted, pranks, onPick, setSearch])
}
