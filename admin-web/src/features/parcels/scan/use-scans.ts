import type { QueuedParcel } from '@prankpost/contracts/parcel'
import { errorText } from '@prankpost/web-kit'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { isMissing, isOutcomeUnknown } from '../../../lib/admin-call.ts'
import { useNotify } from '../../../lib/notify.ts'
import { refreshParcels, scan } from '../api.ts'
import { beep } from './beep.ts'

/** What became of a scan: shipped, shipped before, not shipped, or unknown because there was no answer. */
export type ScanOutcome = 'sending' | 'good' | 'known' | 'bad' | 'unknown'

export interface Scan {
  key: number
  code: string
  outcome: ScanOutcome
  message: string
  parcel: QueuedParcel | null
}

const kept = 50
const outcomes = { shipped: 'good', already_shipped: 'known', refused: 'bad' } as const

/**
 * Ships what is scanned, one after the other: the person can scan on meanwhile. The server ships no parcel twice. Latest
 * first. After the dialog is closed, a notification reports what was not shipped, or may not have been.
 */
export function useScans(isLoud: boolean) {
  const [scans, setScans] = useState<readonly Scan[]>([])
  const next = useRef(0)
  const before = useRef(Promise.resolve())
  const isOpen = useRef(true)
  const queryClient = useQueryClient()
  const notify = useNotify()

  useEffect(() => {
    isOpen.current = true
    return () => {
      isOpen.current = false
      // Once for all scans: meanwhile, the dialog covers the list.
      void before.current.then(() => refreshParcels(queryClient))
    }
  }, [queryClient])

  const submit = (code: string, trackingNumber: string) => {
    const key = next.current++
    const sending: Scan = { key, code, outcome: 'sending', message: 'Sending...', parcel: null }
    setScans((all) => [sending, ...all].slice(0, kept))
    before.current = before.current.then(() => send(key, code, trackingNumber))
  }
  /** Reports what was scanned as not shipped, without a call. */
  const refuse = (code: string, message: string) => {
    const refused: Scan = { key: next.current++, code, outcome: 'bad', message, parcel: null }
    setScans((all) => [refused, ...all].slice(0, kept))
    if (isLoud) beep('bad')
  }
  const send = async (key: number, code: string, trackingNumber: string) => {
    const settle = (result: Omit<Scan, 'key' | 'code'>) => {
      setScans((all) => all.map((one) => (one.key === key ? { key, code, ...result } : one)))
      if (isLoud && result.outcome !== 'sending') beep(result.outcome)
      if (!isOpen.current && (result.outcome === 'bad' || result.outcome === 'unknown'))
        notify.error(result.outcome === 'bad' ? 'Not Shipped' : 'Not Known', `${code}: ${result.message}`)
    }
    try {
      const { outcome, message, parcel } = await scan({ code, ...(trackingNumber && { trackingNumber }) })
      settle({ outcome: outcomes[outcome], message, parcel })
    } catch (error) {
      const isUnknown = isOutcomeUnknown(error)
      const message = isMissing(error) ? 'No parcel has this code.' : errorText(error, 'There was no answer.')
      const hint = isUnknown ? ' Scan it again: nothing is shipped twice.' : ''
      settle({ outcome: isUnknown ? 'unknown' : 'bad', message: message + hint, parcel: null })
    }
  }
  return { scans, submit, refuse }
}
