import type { DrawMonth, MonthDraws } from '@prankpost/contracts/draw-months'
import { drawFair, type FairDraw, numberLabel, numbersOf } from '@prankpost/contracts/fair-draw'
import { call, type Guard, listOf, nullable, number, shape, text } from '@prankpost/web-kit'
import { monthFields } from '../../lib/draw-months.ts'

const pairs = listOf(listOf(text)) as Guard<unknown> as Guard<[string, string][]>
const fairDraw = shape<MonthDraws['draws'][number]>({
  ...{ id: text, step: number, rows: number, targets: listOf(text), pranks: listOf(text) },
  ...{ sent: pairs, taken: pairs, result: pairs },
})
const page = shape<MonthDraws>({ ...monthFields, draws: listOf(fairDraw), nextCursor: nullable(text) })

/** What came out when the draws of a month were repeated. */
export interface Repeated {
  /** Whether the seed is the one of the commitment. */
  isCommitted: boolean
  same: number
  all: number
}

/** Repeats every draw of a month in this browser. The commitment is the one that the page showed. */
export async function repeatMonth({
  month,
  commitment,
}: Pick<DrawMonth, 'month' | 'commitment'>): Promise<Repeated> {
  const counts = { isCommitted: true, same: 0, all: 0 }
  let cursor: string | null = ''
  while (cursor !== null) {
    const { draws, seed, nextCursor }: MonthDraws = await call('GET /api/draws/:month', {
      params: { month },
      query: cursor === '' ? {} : { cursor },
      expect: page,
    })
    if (seed === null || (await sha256(seed)) !== commitment) return { ...counts, isCommitted: false }
    for (const draw of draws) {
      counts.all++
      if (JSON.stringify(await repeat(draw, seed)) === JSON.stringify(draw.result)) counts.same++
    }
    cursor = nextCursor
  }
  return counts
}

const bytes = (words: string) => new TextEncoder().encode(words)
const hex = (buffer: ArrayBuffer) =>
  Array.from(new Uint8Array(buffer), (byte) => byte.toString(16).padStart(2, '0')).join('')
const sha256 = async (words: string) => hex(await crypto.subtle.digest('SHA-256', bytes(words)))

async function repeat(draw: FairDraw, seed: string) {
  const key = await crypto.subtle.importKey('raw', bytes(seed), { name: 'HMAC', hash: 'SHA-256' }, false, [
    'sign',
  ])
  const hashes = await Promise.all(
    Array.from({ length: numbersOf(draw) }, async (_, index) =>
      hex(await crypto.subtle.sign('HMAC', key, bytes(numberLabel(draw, index)))),
    ),
  )
  return drawFair(draw, (index) => hashes[index] ?? '0')
}
