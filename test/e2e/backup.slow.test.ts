import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { type Stack, startStack, until } from '@prankpost/test-harness'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { keepBuying } from '../support/backup-crowd.ts'
import { loseEverything, openAgain, runBackupCommand } from '../support/lost-shop.ts'
import { openRestoredLedgers, type RestoredLedgers } from '../support/restored-ledgers.ts'
import { sandboxOf } from '../support/sandbox.ts'
import { Shopper } from '../support/shopper.ts'
import { subscribe } from '../support/subscriber.ts'

let stack: Stack
let ledgers: RestoredLedgers
let folder: string
let crowd: ReturnType<typeof keepBuying> | undefined
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'prankpost-backup-'))
  stack = await startStack({
    ownMongo: true,
    ownBroker: true,
    restart: false,
    env: {
      payment: { SESSION_SWEEP_AFTER_MS: '1000', EVENT_SWEEP_EVERY_MS: '1000' },
    },
  })
  ledgers = openRestoredLedgers(stack)
})
afterAll(async () => {
  await crowd?.stop().catch(() => undefined)
  await ledgers.close()
  await stack.stop()
  await rm(folder, { recursive: true, force: true })
})

test('when everything is lost after a backup that was taken while people bought then nothing from before is missing, nothing is sent twice, and all money is accounted for', async () => {
  const sandbox = sandboxOf(stack)
  const backup = path.join(folder, 'one')
  const plans = await Promise.all([1, 2, 3].map((prankCount) => subscribe(stack, prankCount)))
  await plans[2]?.ship('parcel-of-before')
  await ledgers.plantDeadLetter()

  // Orders in the backup that are paid only after it: one with a session at that time, one without.
  const late = await new Shopper(stack).signUp()
  const withSession = await late.checkOut()
  const cart = await late.cart(2)
  const record = { ...cart, status: 'pending_payment' }
  const { orderId: withoutSession } = (await late.insist('POST', '/api/create-order-record', record, 201))
    .body

  crowd = keepBuying(stack, { buyers: 4, plans })
  const { paid: bought } = crowd
  await until(() => bought.length >= 3)
  // A service is stopped, so that events wait for it.
  await stack.kill('achievement')
  const before = bought.length
  await until(() => bought.length >= before + 2)
  const paidBefore = [...bought]
  const said = await runBackupCommand(stack, 'backup', '--to', backup)
  expect(said).toMatch(/^Backup of .*\n.* documents of .*\n[1-9]\d* queued events, 1 dead letters/)
  expect((await stat(backup)).mode & 0o777).toBe(0o700)
  const manifest = JSON.parse(await readFile(path.join(backup, 'manifest.json'), 'utf8'))
  expect(manifest.messages).toMatchObject({ dead: 1 })
  for (const { path: file } of manifest.files) {
    expect((await stat(path.join(backup, file))).mode & 0o777).toBe(0o600)
  }

  const atBackup = bought.length
  await until(() => bought.length >= atBackup + 2)
  await sandbox.pay(withSession.sessionId)
  const request = { orderId: withoutSession, total: cart.total }
  const session = await late.insist('POST', '/api/create-stripe-session', request, 200)
  await sandbox.pay(session.body.sessionId)
  await sandbox.bill(String(plans[0]?.plan.stripeSubscriptionId), 'renew')
  const lost = await new Shopper(stack).signUp()
  const plan = await lost.insist('POST', '/api/create-subscription-checkout', { prankCount: 2 }, 200)
  await sandbox.pay(plan.body.sessionId)
  await crowd.stop()

  await loseEverything(stack)
  await expect(ledgers.orders.countDocuments()).resolves.toBe(0)
  const restored = await runBackupCommand(stack, 'restore', backup)
  expect(restored).toMatch(/^Restored the backup of .* [1-9]\d* events and dead letters\.\n/)
  await expect(runBackupCommand(stack, 'restore', backup)).rejects.toThrow(/nothing was changed/)
  await openAgain(stack)
  const report = await runBackupCommand(stack, 'restore', backup, '--reconcile')

  await ledgers.untilSettled()
  expect(await ledgers.differences(report)).toEqual([])
  const paid = await ledgers.paidOrderIds()
  expect(paidBefore.filter(({ orderId }) => !paid.has(orderId))).toEqual([])
  expect(paid.has(withSession.orderId)).toBe(true)
  expect(paid.has(withoutSession)).toBe(true)
  expect(report).toContain(plan.body.sessionId)
  expect(report).toMatch(/sub_\w+ continues until it is cancelled/)
  // The shop continues to work after the restore.
  const next = await new Shopper(stack).signUp()
  const { sessionId } = await next.checkOut()
  await sandbox.pay(sessionId)
  await next.historyOf(1)
})
