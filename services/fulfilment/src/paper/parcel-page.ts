import type { Parcel } from '../parcel.model.ts'
import { noBreak, type Paragraph } from './fit-text.ts'

/**
 * 4 by 6 inches, in points: the size of label printers. Labels and slips share it, so the operator does not change
 * rolls.
 */
export const page = { width: 288, height: 432, margin: 18 } as const

/** The content of a label or slip: nothing about the sender or about other parcels of the sender. */
export interface ParcelPage {
  parcel: Pick<Parcel, 'prank' | 'contact' | 'quantity'>
  /** Random: it does not reveal the order. */
  reference: string
  /** The customer's message; the same on each slip of an order. */
  customMessage: string | null
  /** Where the recipient reads what is in it, stops parcels and reports harassment: the page of its reference. */
  recipientPage: string
  /** For labels: the neutral sender, and whether the label was printed before. */
  shop: { sender: string; returnAddress: string[]; isReprint: boolean }
}

/** A US address in postal order, name first; missing parts are left out. */
export function addressLines({
  contact: { name, address, address2, city, state, zipCode },
}: Pick<Parcel, 'contact'>): Paragraph[] {
  // Keep state and ZIP code together when a long city needs the line.
  const end = [state, zipCode].filter(Boolean).join(noBreak)
  return [
    { text: name, weight: 'bold' },
    { text: address },
    { text: address2 ?? '' },
    { text: [city, end].filter(Boolean).join(' ') },
  ]
}
