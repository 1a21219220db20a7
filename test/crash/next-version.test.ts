import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { makeNextVersion } from '../support/next-version.ts'

test('when the sources change then the version that side-by-side updates to can still be made from them', () => {
  const next = makeNextVersion()
  try {
    const events = readFileSync(path.join(next.root, 'packages/contracts/src/order-events.ts'), 'utf8')
    expect(events).toContain('parcelMessage')
  } finally {
    next.remove()
  }
})
