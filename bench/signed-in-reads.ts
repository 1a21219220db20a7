import type { Stack } from '@prankpost/test-harness'
import { sandboxOf } from '../test/support/sandbox.ts'
import { Shopper } from '../test/support/shopper.ts'
import { copyDocuments } from './floor/copies.ts'
import { startReadingFloor } from './floor/start.ts'
import { bodyOf, measureReads, warmUp } from './reads.ts'
import { alternately, rangesOf, ratioOf } from './repeat.ts'

const connections = 50
const [targets, purchases] = [6, 6]
const reads = [
  { path: '/api/auth/user', what: 'user' },
  { path: '/api/contacts', what: 'contacts' },
  { path: '/api/prank-history', what: 'history' },
] as const

/**
 * Measures the store's calls for a signed-in customer, alternating with a minimal proxy and express app that read the same
 * documents and return the same bytes, without checking the session.
 */
export async function measureSignedIn(stack: Stack, { runs, seconds }: { runs: number; seconds: number }) {
  const shopper = await customerWithPast(stack)
  const headers = { cookie: shopper.cookie }
  const measured = []
  for (const { path, what } of reads) {
    const ours = { url: stack.baseUrl + path, headers }
    const body = await bodyOf(ours)
    const floor = await startReadingFloor(body, await copyDocuments(stack, what, shopper.id))
    try {
      const theirs = { url: floor.urls.proxy }
      for (const target of [ours, theirs]) await warmUp(target)
      const { gateway, proxy } = await alternately(runs, {
        gateway: () => measureReads(ours, { connections, seconds }),
        proxy: () => measureReads(theirs, { connections, seconds }),
      })
      const perSecond = [gateway, proxy].map((of) => of.map((run) => run.perSecond)) as [number[], number[]]
      measured.push({
        path,
        connections,
        bytes: body.length,
        gateway: rangesOf(gateway),
        floor: rangesOf(proxy),
        ofFloor: ratioOf(...perSecond),
      })
    } finally {
      await floor.stop()
    }
  }
  return measured
}

/** A customer with some targets and some purchases. */
async function customerWithPast(stack: Stack): Promise<Shopper> {
  const shopper = await new Shopper(stack).signUp()
  for (let n = 0; n < targets; n++) {
    const target = {
      name: `Gerald ${n}`,
      address: `${n} Garden Path`,
      city: 'Springfield',
      state: 'OR',
      zipCode: '97477',
    }
    await shopper.insist('POST', '/api/contacts', target, 201)
  }
  for (let n = 0; n < purchases; n++) {
    const { sessionId } = await shopper.checkOut()
    await sandboxOf(stack).pay(sessionId)
  }
  await shopper.historyOf(purchases)
  return shopper
}
