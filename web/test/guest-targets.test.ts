import { createQueryClient } from '@prankpost/web-kit'
import { afterEach, describe, expect, test } from 'vitest'
import { addToCart, cartItemOf, cartSlot } from '../src/lib/cart.ts'
import { moveGuestTargets } from '../src/lib/guest-targets.ts'
import { addLocalTarget, localTargetsSlot } from '../src/lib/local-targets.ts'
import { withFakeFetch } from './fake-fetch.ts'
import { withFakeStorage } from './fake-storage.ts'
import { bob, idOf, pranks } from './samples.ts'

withFakeStorage()
const { calls, answers } = withFakeFetch()
const queryClient = createQueryClient()
afterEach(() => queryClient.clear())
const saves = () => calls.filter(({ key }) => key === 'POST /api/contacts')
const fill = () => {
  const targets = ['Ann', 'Cyd'].map((name, index) =>
    addLocalTarget({ ...bob, name, idempotencyKey: idOf(index) }, index + 1),
  )
  for (const target of targets) addToCart(cartItemOf(pranks[0] as (typeof pranks)[0], target))
}

describe('a guest who signs in', () => {
  test('when the address book saves the local targets, then cart items refer to the saved ones', async () => {
    fill()
    let next = 600
    answers['GET /api/contacts'] = { body: [bob] }
    answers['POST /api/contacts'] = (body) => ({ status: 201, body: { ...body, id: idOf(next++) } })
    await moveGuestTargets(queryClient)
    expect(localTargetsSlot.get()).toEqual([])
    expect(cartSlot.get().map(({ contactId }) => contactId)).toEqual([idOf(600), idOf(601)])
    // Another tab that moves them at the same time adds them once.
    expect(saves().map(({ body }) => body)).toMatchObject([0, 1].map((of) => ({ idempotencyKey: idOf(of) })))
  })

  test('when a target with the same name and address exists already, then it is not saved again', async () => {
    addLocalTarget({ ...bob, name: 'bob butterfingers ' }, 1)
    addLocalTarget(bob, 2)
    answers['GET /api/contacts'] = { body: [bob] }
    await moveGuestTargets(queryClient)
    expect(saves()).toEqual([])
    expect(localTargetsSlot.get()).toEqual([])
  })

  test('when one target cannot be saved, then it stays in this browser and its items do not change', async () => {
    fill()
    answers['GET /api/contacts'] = { body: [] }
    answers['POST /api/contacts'] = (body) =>
      body.name === 'Ann'
        ? { status: 400, body: { message: 'No' } }
        : { status: 201, body: { ...body, id: idOf(601) } }
    await moveGuestTargets(queryClient)
    expect(localTargetsSlot.get().map(({ name }) => name)).toEqual(['Ann'])
    expect(cartSlot.get().map(({ contactId }) => contactId)).toEqual(['local-1', idOf(601)])
  })

  test('when it is requested twice at once, then each target is saved once', async () => {
    fill()
    answers['GET /api/contacts'] = { body: [] }
    answers['POST /api/contacts'] = (body) => ({ status: 201, body: { ...body, id: idOf(saves().length) } })
    await Promise.all([moveGuestTargets(queryClient), moveGuestTargets(queryClient)])
    expect(saves()).toHaveLength(2)
  })
})
