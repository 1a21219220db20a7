import { createHash } from 'node:crypto'
import { type PrankModel, prankFields, toDto } from '../prank.model.ts'

/** The store's list as it goes over the wire. */
export interface PrankList {
  json: string
  etag: string
}

/** How long the list is kept in the process: a changed price shows well within a second. */
const listMaxAgeMs = 500
const maxPranks = 500

/** Makes the reader of what is on sale, in shelf order; calls that come at once share one read. */
export function createPrankList(pranks: PrankModel): () => Promise<PrankList> {
  let kept: Promise<PrankList> | undefined
  let readAt = 0

  return () => {
    if (kept === undefined || Date.now() - readAt >= listMaxAgeMs) {
      readAt = Date.now()
      const reading = readList(pranks)
      kept = reading
      // A failed read is not kept: the next call tries again.
      reading.catch(() => {
        if (kept === reading) kept = undefined
      })
    }
    return kept
  }
}

async function readList(pranks: PrankModel): Promise<PrankList> {
  const found = await pranks.find({ onSale: true }, prankFields).sort({ position: 1 }).limit(maxPranks).lean()
  const json = JSON.stringify(found.map(toDto))
  return { json, etag: `"${createHash('sha256').update(json).digest('base64url').slice(0, 27)}"` }
}
