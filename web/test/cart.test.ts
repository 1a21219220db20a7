import { createQueryClient } from '@prankpost/web-kit'
import { describe, expect, test } from 'vitest'
import { addToCart, cartItemOf, cartSlot, countOf } from '../src/lib/cart.ts'
import {
  addTargetsToCart,
  removeFromCart,
  removeTargetFromCart,
  setQuantity,
  setReveal,
  totalCents,
  updateTargetInCart,
} from '../src/lib/cart-changes.ts'
import { applyDiscount, currentDiscount, removeDiscount } from '../src/lib/discount.ts'
import { codeFor, effectOf } from '../src/lib/discount-check.ts'
import { dropPaidCart, parkCart } from '../src/lib/last-payment.ts'
import { addLocalTarget, isSameTarget, localTargetsSlot } from '../src/lib/local-targets.ts'
import { unparkCart } from '../src/lib/parking.ts'
import { forgetCustomer } from '../src/lib/sign-out.ts'
import { subscriptionChoiceOf, subscriptionChoiceSlot } from '../src/lib/subscription-choice.ts'
import { wasSignedInSlot } from '../src/lib/was-signed-in.ts'
import { withFakeStorage } from './fake-storage.ts'
import { bob, idOf, markymarc, molly, pranks } from './samples.ts'

withFakeStorage()
const [potato, glitter] = pranks as [(typeof pranks)[0], (typeof pranks)[0]]
const fill = () => {
  addToCart(cartItemOf(potato, bob))
  addToCart(cartItemOf(glitter, { ...bob, id: 'local-1', address: '', city: '', state: '', zipCode: '' }))
}

describe('the Arsenal', () => {
  test('when a reveal is chosen, then it stays with its item, and a corrupt one is anonymous', () => {
    fill()
    const reveal = { mode: 'guess' as const, name: 'Zed', names: ['Zed'] }
    setReveal(0, reveal)
    addTargetsToCart(0, [{ ...bob, id: 'local-2' }])
    expect(cartSlot.get().map((item) => item.reveal)).toEqual([reveal, reveal, undefined])
    setReveal(1, { mode: 'never' })
    expect(cartSlot.get()[1]).not.toHaveProperty('reveal')
    for (const corrupt of ['x', {}, { mode: 'guess', name: 'Zed', names: [] }, { ...reveal, mode: 'date' }]) {
      cartSlot.set([{ ...cartItemOf(potato, bob), reveal: corrupt as never }])
      expect(cartSlot.get()[0]).not.toHaveProperty('reveal')
    }
  })

  test('when a target has no address, then the item shows the text of the specification', () => {
    fill()
    expect(cartSlot.get()[1]).toMatchObject({
      price: '$4.99',
      quantity: 1,
      contactAddress: 'Address not provided',
      contactCity: 'City not provided',
      contactState: 'State not provided',
      contactZipCode: '00000',
    })
  })

  test('when items are added and removed, then count and total are updated', () => {
    fill()
    expect([countOf(cartSlot.get()), totalCents(cartSlot.get(), null)]).toEqual([2, 998])
    removeFromCart(0)
    expect(cartSlot.get().map(({ prankName }) => prankName)).toEqual(['Glitter of Doom'])
  })

  test('when a quantity is set, then it stays within 1 to 10, and the total is updated', () => {
    fill()
    setQuantity(1, 3)
    expect([countOf(cartSlot.get()), totalCents(cartSlot.get(), null)]).toEqual([4, 1996])
    for (const [wanted, quantity] of [
      [11, 10],
      [0, 1],
      [2.5, 1],
    ] as const) {
      setQuantity(0, wanted)
      expect(cartSlot.get()[0]?.quantity).toBe(quantity)
    }
    setQuantity(7, 2)
    expect(countOf(cartSlot.get())).toBe(4)
  })

  test('when the cart was stored by an earlier version, then it has no second line, and its quantity is kept', () => {
    const { contactAddress2: _, ...item } = cartItemOf(potato, bob)
    const old = [item, { ...item, quantity: 20 }, { ...item, quantity: 'two' }]
    localStorage.setItem('prankpost-cart', JSON.stringify(old))
    expect(cartSlot.get().map(({ contactAddress2, quantity }) => [contactAddress2, quantity])).toEqual([
      [null, 1],
      [null, 10],
      [null, 1],
    ])
  })

  test('when further targets are added to an item, then each gets one parcel, right after the item', () => {
    fill()
    setQuantity(0, 4)
    addTargetsToCart(0, [
      { ...bob, id: 'a', address2: 'Apt 4' },
      { ...bob, id: 'b' },
    ])
    addTargetsToCart(9, [bob])
    expect(
      cartSlot.get().map(({ prankName, contactId, quantity }) => [prankName, contactId, quantity]),
    ).toEqual([
      [potato.name, bob.id, 4],
      [potato.name, 'a', 1],
      [potato.name, 'b', 1],
      [glitter.name, 'local-1', 1],
    ])
    expect(cartSlot.get()[1]?.contactAddress2).toBe('Apt 4')
  })

  test('when a price cannot be parsed, then the base price is used', () => {
    localStorage.setItem(
      'prankpost-cart',
      JSON.stringify([{ ...cartItemOf(potato, bob), price: 'priceless' }]),
    )
    expect(totalCents(cartSlot.get(), null)).toBe(499)
  })

  test('when a target is edited, moved or deleted, then its items are updated', () => {
    fill()
    updateTargetInCart({ ...bob, city: 'Elko' })
    updateTargetInCart({ ...bob, id: 'saved' }, 'local-1')
    expect(cartSlot.get().map(({ contactId, contactCity }) => [contactId, contactCity])).toEqual([
      [bob.id, 'Elko'],
      ['saved', 'Reno'],
    ])
    removeTargetFromCart('saved')
    expect(cartSlot.get()).toHaveLength(1)
  })
})

describe('the discount', () => {
  const stored = () => ['appliedDiscount', 'discountCode'].map((key) => localStorage.getItem(key))

  test('when MARKYMARC is applied, then each item costs $0.99, and both keys of the specification are set', () => {
    fill()
    applyDiscount(markymarc)
    expect(totalCents(cartSlot.get(), currentDiscount())).toBe(198)
    expect(stored()).toEqual(['true', 'MARKYMARC'])
    removeDiscount()
    expect(totalCents(cartSlot.get(), currentDiscount())).toBe(998)
    expect(stored()).toEqual([null, null])
  })

  test('when a code is for plans, then the Arsenal keeps its prices and does not send it', () => {
    fill()
    const plan = {
      ...markymarc,
      code: 'PLAN-10',
      kind: 'percent',
      value: '10.00',
      appliesTo: 'plan',
    } as const
    applyDiscount(plan)
    expect(totalCents(cartSlot.get(), currentDiscount())).toBe(998)
    expect([codeFor('once'), codeFor('plan')]).toEqual(['', 'PLAN-10'])
    expect([effectOf(plan, 'once'), effectOf(plan, 'plan')]).toEqual([
      'This code is for Auto-Prank plans.',
      '10% off each month.',
    ])
  })
})

describe('stored data', () => {
  test.each(['{', 'null', '"x"', '{"a":1}', '[1]', '[{"prankId":1}]'])(
    'when cart and targets are the corrupt %j, then both are reset to empty',
    (corrupt) => {
      localStorage.setItem('prankpost-cart', corrupt)
      localStorage.setItem('prankpost-local-contacts', corrupt)
      expect([cartSlot.get(), localTargetsSlot.get()]).toEqual([[], []])
      expect([
        localStorage.getItem('prankpost-cart'),
        localStorage.getItem('prankpost-local-contacts'),
      ]).toEqual([null, null])
    },
  )

  test('when nothing has changed, then reading returns the same object', () => {
    fill()
    expect(cartSlot.get()).toBe(cartSlot.get())
  })

  test('when storage is disabled, then the value is kept until the page is closed', () => {
    Object.defineProperty(globalThis, 'localStorage', {
      configurable: true,
      get() {
        throw new Error('denied')
      },
    })
    fill()
    expect(cartSlot.get()).toHaveLength(2)
    cartSlot.clear()
    expect(cartSlot.get()).toEqual([])
  })

  test('when two targets are added at the same moment, then each has its own id', () => {
    const ids = [1, 2].map(() => addLocalTarget(bob, 1_700_000_000_000).id)
    expect(ids).toEqual(['local-1700000000000', 'local-1700000000001'])
  })

  test('when name and address differ only in case and spaces, then it is the same target', () => {
    expect(isSameTarget(bob, { ...bob, name: ' bob  butterfingers', state: 'nv' })).toBe(true)
    expect(isSameTarget(bob, { ...bob, zipCode: '89502' })).toBe(false)
  })

  test('when a plan was chosen, then it is kept for the session in dollars a month', () => {
    subscriptionChoiceSlot.set(subscriptionChoiceOf(3))
    expect(JSON.parse(sessionStorage.getItem('subscriptionData') ?? '')).toEqual({
      type: 'subscription',
      pranks: 3,
      pricePerMonth: 14.97,
      isAutomatic: true,
    })
    sessionStorage.setItem('subscriptionData', '{"pranks":99}')
    expect(subscriptionChoiceSlot.get()).toBeNull()
  })
})

describe('a parked cart', () => {
  const pay = (cart = cartSlot.get()) => parkCart({ orderId: '', sessionId: 'cs_1' }, cart)
  const stored = () =>
    ['prankpost-cart', 'appliedDiscount', 'discountCode'].map((key) => localStorage.getItem(key))

  test('when the customer goes to pay, then cart, discount and code are cleared, and restored when the customer returns', () => {
    fill()
    applyDiscount(markymarc)
    const before = cartSlot.get()
    pay()
    expect(stored()).toEqual([null, null, null])
    unparkCart()
    expect(cartSlot.get()).toEqual(before)
    expect(stored().slice(1)).toEqual(['true', 'MARKYMARC'])
    unparkCart()
    expect(cartSlot.get()).toHaveLength(2)
  })

  test('when an item was added in the meantime, then the restored cart contains both', () => {
    addToCart(cartItemOf(potato, bob))
    pay()
    addToCart(cartItemOf(glitter, bob))
    unparkCart()
    expect(cartSlot.get().map(({ prankName }) => prankName)).toEqual(['Raw Potato', 'Glitter of Doom'])
  })

  test('when another tab adds an item while the payment page opens, then the payment does not delete it', () => {
    fill()
    const paid = cartSlot.get()
    addToCart(cartItemOf(glitter, bob))
    pay(paid)
    dropPaidCart('cs_1')
    expect(cartSlot.get()).toEqual([cartItemOf(glitter, bob)])
  })

  test('when another tab has confirmed its payment, then it is not restored', () => {
    fill()
    pay()
    // A tab has its own session storage, and shares the local one.
    const parked = String(sessionStorage.getItem('prankpost-parked'))
    sessionStorage.clear()
    dropPaidCart('cs_1')
    sessionStorage.setItem('prankpost-parked', parked)
    addToCart(cartItemOf(glitter, bob))
    unparkCart()
    expect(cartSlot.get()).toEqual([cartItemOf(glitter, bob)])
    expect(sessionStorage.getItem('prankpost-parked')).toBeNull()
    sessionStorage.setItem('prankpost-parked', parked.replace('cs_1', 'cs_2'))
    unparkCart()
    expect(cartSlot.get()).toHaveLength(3)
  })

  test('when the tab was duplicated, then one of the two restores it; one that is parked again is restored again', () => {
    for (let visit = 0; visit < 2; visit++) {
      cartSlot.clear()
      fill()
      pay()
      // The duplicate has a copy of the session storage, and shares the local one.
      const copy = String(sessionStorage.getItem('prankpost-parked'))
      unparkCart()
      sessionStorage.setItem('prankpost-parked', copy)
      unparkCart()
      expect(cartSlot.get()).toHaveLength(2)
      expect(sessionStorage.getItem('prankpost-parked')).toBeNull()
    }
  })

  test('when a duplicate of the tab has restored it, and this one pays, then what was restored is deleted', () => {
    fill()
    pay()
    const copy = String(sessionStorage.getItem('prankpost-parked'))
    unparkCart()
    addToCart(cartItemOf(glitter, bob))
    sessionStorage.setItem('prankpost-parked', copy)
    dropPaidCart('cs_1')
    expect(cartSlot.get()).toEqual([cartItemOf(glitter, bob)])
    expect(sessionStorage.getItem('prankpost-parked')).toBeNull()
  })

  test('when the customer returns, adds an item, and pays on the page reached through the history, then that item stays', () => {
    fill()
    pay()
    unparkCart()
    addToCart(cartItemOf(glitter, bob))
    dropPaidCart('cs_1')
    expect(cartSlot.get()).toEqual([cartItemOf(glitter, bob)])
    dropPaidCart('cs_of_another_tab')
    expect(cartSlot.get()).toEqual([])
  })

  test('when another payment is confirmed while it waits for its own, then it is restored', () => {
    fill()
    pay()
    dropPaidCart('cs_of_an_old_page')
    unparkCart()
    expect(cartSlot.get()).toHaveLength(2)
  })

  test('when its customer has signed out in another tab, then it is not restored', () => {
    wasSignedInSlot.set(molly.id)
    for (const [customer, restored] of [
      [molly.id, 2],
      ['', 0],
      [idOf(2), 0],
    ] as const) {
      wasSignedInSlot.set(molly.id)
      cartSlot.clear()
      fill()
      pay()
      wasSignedInSlot.set(customer)
      unparkCart()
      expect([cartSlot.get().length, sessionStorage.getItem('prankpost-parked')]).toEqual([restored, null])
    }
  })

  test('when the customer signs out, then nothing is restored', () => {
    fill()
    pay()
    forgetCustomer(createQueryClient())
    unparkCart()
    expect(stored()).toEqual([null, null, null])
  })
})
