import type { Subscription } from '@prankpost/contracts/subscription'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useNotify } from '../../../lib/notify.ts'
import { refreshAfterShipping } from '../api.ts'
import { drawShipments, type Pick } from '../draw.ts'
import { secureRandomBelow } from '../random.ts'
import { shipParcel } from './api.ts'
import {
  afterFailure,
  callFor,
  choose,
  type Extras,
  isChangeable,
  isChosen,
  newRows,
  type Row,
  type Shippable,
} from './batch.ts'

interface BatchOptions {
  plan: Shippable
  count: number
  onShipped: () => void
}

/** What can be drawn from. */
export interface Lots {
  prankIds: string[]
  targetIds: string[]
  sent: readonly Pick[]
}

/**
 * The rows of a ship form and what can be done with them. `ship` makes one call for each row that has not left, all
 * at once; a call ends well at most once for a row, however often it is clicked or tried again (ship/batch.ts).
 */
export function useShipBatch({ plan, count, onShipped }: BatchOptions) {
  const queryClient = useQueryClient()
  const notify = useNotify()
  const [rows, setRows] = useState(() => newRows(count))
  const [extras, setExtras] = useState<Extras>({ trackingPrefix: '', notes: '' })
  const [isMissing, setIsMissing] = useState(false)
  const [isBusy, setIsBusy] = useState(false)
  // A second click comes before the first one's render.
  const isUnderWay = useRef(false)
  const isShown = useRef(true)
  useEffect(() => {
    isShown.current = true
    return () => {
      isShown.current = false
    }
  }, [])

  const setRow = (index: number, change: (row: Row) => Row) =>
    setRows((now) => now.map((row, i) => (i === index ? change(row) : row)))

  const shipRow = async (row: Row & Pick, index: number): Promise<Row> => {
    if (row.phase === 'shipped') return row
    const sent = callFor(row, { index, plan, extras })
    const ended = await shipParcel(sent).then(
      (): Row => ({ ...row, phase: 'shipped', sent, message: null }),
      (error) => afterFailure(row, sent, error),
    )
    setRow(index, () => ended)
    return ended
  }

  const ship = async () => {
    if (isUnderWay.current) return
    if (!rows.every(isChosen)) {
      setIsMissing(true)
      notify.error('Missing Information', 'Please select both a prank and target contact for each shipment')
      return
    }
    isUnderWay.current = true
    setIsBusy(true)
    setRows(rows.map((row) => (row.phase === 'shipped' ? row : { ...row, phase: 'sending' })))
    const ended = await Promise.all(rows.map(shipRow))
    isUnderWay.current = false
    setIsBusy(false)
    refreshAfterShipping(queryClient)
    const failed = ended.filter(({ phase }) => phase !== 'shipped')
    if (failed.length > 0) {
      notify.error('Shipping Failed', wordsFor(failed, ended.length))
      return
    }
    notify.success('Pranks Shipped', `${parcels(count)} for ${nameOf(plan.user)}`)
    // Whoever has gone elsewhere meanwhile is not called back.
    if (isShown.current) onShipped()
  }

  /** Fills every row that may still change with a fair draw. */
  const shuffle = ({ prankIds, targetIds, sent }: Lots) => {
    const open = rows.filter(isChangeable)
    const taken = rows.filter((row) => !isChangeable(row)).filter(isChosen)
    const drawn = drawShipments({ count: open.length, prankIds, targetIds, sent, taken }, secureRandomBelow)
    setRows(rows.map((row) => choose(row, drawn[open.indexOf(row)] ?? {})))
  }

  return {
    rows,
    extras,
    setExtras,
    isBusy,
    /** Whether a try was made with a choice missing, so that the gaps are to be shown. */
    isMissing,
    chooseIn: (index: number, choice: Partial<Pick>) => setRow(index, (row) => choose(row, choice)),
    shuffle,
    ship,
  }
}

/** The specification's words (section 8), the server's where it has some. */
function wordsFor(failed: Row[], all: number): string {
  const said = failed.find(({ message }) => message !== null)?.message
  return said ?? (failed.length < all ? 'Failed to ship some pranks' : 'Failed to record prank shipment')
}

const parcels = (count: number) => (count === 1 ? '1 parcel' : `${count} parcels`)

const nameOf = ({ firstName, lastName, email }: Subscription['user']) =>
  `${firstName} ${lastName}`.trim() || email
