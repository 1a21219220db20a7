import type { Parcel } from '../shipment.model.ts'
import { noBreak, type Paragraph } from './fit-text.ts'

/** 4 by 6 inches, in points: what label printers hold. Labels and slips share it, so that nobody changes rolls. */
export const page = { width: 288, height: 432, margin: 18 } as const

/** What the papers of a parcel are made from: nothing of its sender, nor of other parcels of the same sender. */
export interface ParcelPaper {
  parcel: Pick<Parcel, 'prank' | 'contact' | 'quantity'>
  /** Random: says nothing of the order. */
  reference: string
  /** The customer's own; the same on each slip of an order. */
  customMessage: string | null
}

/** A US address as the post reads it, name first; what is missing is left out. */
export function addressLines({
  contact: { name, address, city, state, zipCode },
}: Pick<Parcel, 'contact'>): Paragraph[] {
  // State and ZIP code stay together when a long city needs the line.
  const end = [state, zipCode].filter(Boolean).join(noBreak)
  return [{ text: name, weight: 'bold' }, { text: address }, { text: [city, end].filter(Boolean).join(' ') }]
}
