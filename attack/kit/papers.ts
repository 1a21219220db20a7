import { readPdf } from '../../services/fulfilment/test/read-pdf.ts'
import type { Shop } from '../frame/shop.ts'
import { asOperator } from './people.ts'

/** The text on the papers of one parcel, and in the file: each word once. */
export async function wordsOn(shop: Shop, parcelId: string, kind: 'labels' | 'slips'): Promise<Set<string>> {
  const body = { kind, parcelIds: [parcelId] }
  const { status, bytes, text } = await asOperator(shop, 'POST', '/api/admin/parcel-documents', { body })
  if (status !== 200) throw new Error(`${kind} of ${parcelId}: ${status} ${text}`)
  const { pages, about } = await readPdf(Uint8Array.from(bytes).buffer)
  // The time at which it was printed is no mark of the sender's.
  const { CreationDate: _created, ModDate: _changed, ...info } = JSON.parse(about) as Record<string, unknown>
  const said = [...pages.flatMap(({ lines }) => lines), ...Object.values(info).map(String)].join(' ')
  return new Set(said.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [])
}

/** Words that stand on both papers, and on none of the papers of strangers: what links the two parcels. */
export function linksBetween(one: Set<string>, other: Set<string>, strangers: Set<string>[]): string[] {
  return [...one].filter((word) => other.has(word) && !strangers.some((words) => words.has(word)))
}
