import { readPdf } from '@prankpost/test-harness/read-pdf'
import type { Shop } from '../frame/shop.ts'
import { asOperator } from './people.ts'

/** The distinct words on the documents of one parcel, including the PDF's metadata. */
export async function wordsOn(shop: Shop, parcelId: string, kind: 'labels' | 'slips'): Promise<Set<string>> {
  const body = { kind, parcelIds: [parcelId] }
  const { status, bytes, text } = await asOperator(shop, 'POST', '/api/admin/parcel-documents', { body })
  if (status !== 200) throw new Error(`${kind} of ${parcelId}: ${status} ${text}`)
  const { pages, about } = await readPdf(Uint8Array.from(bytes).buffer)
  // The creation time does not identify the sender.
  const { CreationDate: _created, ModDate: _changed, ...info } = JSON.parse(about) as Record<string, unknown>
  const texts = [...pages.flatMap(({ lines }) => lines), ...Object.values(info).map(String)].join(' ')
  return new Set(texts.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [])
}

/** The words that link two parcels: they are on both documents, and on no document of strangers. */
export function linksBetween(one: Set<string>, other: Set<string>, strangers: Set<string>[]): string[] {
  return [...one].filter((word) => other.has(word) && !strangers.some((words) => words.has(word)))
}
