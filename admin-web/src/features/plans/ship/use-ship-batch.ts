import { drawFair, type FairPair, type Pair } from '@prankpost/contracts/fair-draw'
import type { Subscription } from '@prankpost/contracts/subscription'
import { useIsShown } from '@prankpost/web-kit/use-is-shown'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { many } from '../../../lib/many.ts'
import { useNotify } from '../../../lib/notify.ts'
import { refreshAfterShipping } from '../api.ts'
import { shipParcel } from './api.ts'
import {
  afterFailure,
  callFor,
  choose,
  type Drawn,
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
  /** What was drawn, in the order of the rows. */
  draw: readonly Drawn[]
  onShipped: () => void
}

/** The pranks and targets to draw from, and the pranks sent recently. */
export interface DrawPool {
  prankIds: string[]
  targetIds: string[]
  sent: readonly Pair[]
}

/**
 * The rows of a ship form and their actions. `ship` makes one call for each row that has not shipped, in parallel. Each
 * row is shipped at most once, even with repeated clicks and retries (ship/batch.ts).
 */
export function useShipBatch({ plan, count, draw, onShipped }: BatchOptions) {
  const queryClient = useQueryClient()
  const notify = useNotify()
  const [rows, setRows] = useState(() => newRows(count, draw))
  const [extras, setExtras] = useState<Extras>({ trackingPrefix: '', notes: '' })
  const [isMissing, setIsMissing] = useState(false)
  const [isBusy, setIsBusy] = useState(false)
  // A ref, because a second click can come before the render after the first one.
  const isRunning = useRef(false)
  const isShown = useIsShown()

  const setRow = (index: number, change: (row: Row) => Row) =>
    setRows((now) => now.map((row, i) => (i === index ? change(row) : row)))

  const shipRow = async (row: Row & Pair, index: number): Promise<Row> => {
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
    if (isRunning.current) return
    if (!rows.every(isChosen)) {
      setIsMissing(true)
      notify.error('Missing Information', 'Please select both a prank and target contact for each shipment')
      return
    }
    isRunning.current = true
    setIsBusy(true)
    setRows(rows.map((row) => (row.phase === 'shipped' ? row : { ...row, phase: 'sending' })))
    const ended = await Promise.all(rows.map(shipRow))
    isRunning.current = false
    setIsBusy(false)
    refreshAfterShipping(queryClient)
    const failed = ended.filter(({ phase }) => phase !== 'shipped')
    if (failed.length > 0) {
      notify.error('Shipping Failed', failureMessage(failed, ended.length))
      return
    }
    notify.success('Pranks Shipped', `${many(count, 'parcel')} for ${nameOf(plan.user)}`)
    // Do not change the screen if the form was closed in the meantime.
    if (isShown.current) onShipped()
  }

  /** Fills every row that can still be changed, by the method that draws the months of plans. */
  const shuffle = ({ prankIds, targetIds, sent }: DrawPool) => {
    const open = rows.filter(isChangeable)
    const taken = rows.filter((row) => !isChangeable(row)).filter(isChosen)
    const from = { targets: targetIds, pranks: prankIds, sent: sent.map(pairOf), taken: taken.map(pairOf) }
    const drawn = drawFair({ rows: open.length, ...from }, randomHash)
    const choiceAt = (index: number): Partial<Pair> => {
      const [contactId, prankId] = drawn[index] ?? []
      return contactId === undefined ? {} : { contactId, prankId }
    }
    setRows(rows.map((row) => choose(row, choiceAt(open.indexOf(row)))))
  }

  return {
    rows,
    extras,
    setExtras,
    isBusy,
    /** Whether the operator tried to ship with a missing choice, so that missing fields are highlighted. */
    isMissing,
    chooseIn: (index: number, choice: Partial<Pair>) => setRow(index, (row) => choose(row, choice)),
    shuffle,
    ship,
  }
}

const pairOf = ({ contactId, prankId }: Pair): FairPair => [contactId, prankId]

/** 256 random bits in hexadecimal form. */
const randomHash = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(32)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  )

/** The server's message, or the specification's text (section 8) if there is none. */
function failureMessage(failed: Row[], all: number): string {
  const reason = failed.find(({ message }) => message !== null)?.message
  return reason ?? (failed.length < all ? 'Failed to ship some pranks' : 'Failed to record prank shipment')
}

const nameOf = ({ firstName, lastName, email }: Subscription['user']) =>
  `${firstName} ${lastName}`.trim() || email
