import { describe, expect, test } from 'vitest'
import { carrierOf, trackingUrlOf } from '../src/carrier.ts'
import { shipPrankInput } from '../src/fulfilment.ts'
import { itemTrackingPatch } from '../src/order.ts'
import { scanInput, shipParcelsInput } from '../src/parcel.ts'

describe('the carrier of a tracking number', () => {
  test.each([
    ['9400111202555842332669', 'USPS'],
    ['9400 1112 0255 5842 3326 69', 'USPS'],
    ['420221539101026837331000039521', 'USPS'],
    ['71123456789123456787', 'USPS'],
    ['03071790000523483741', 'USPS'],
    ['RB123456785US', 'USPS'],
    ['1Z5R89390357567127', 'UPS'],
    ['1z999aa1-0123456784', 'UPS'],
    ['986578788855', 'FedEx'],
    ['4771 7908 1230', 'FedEx'],
    ['041441760228964', 'FedEx'],
    ['9611020987654312345672', 'FedEx'],
  ])('when the number is %s then it is %s', (number, carrier) => {
    expect(carrierOf(number)).toBe(carrier)
  })

  test.each([
    ['', 'it is empty'],
    ['SHIP-1', 'it is a note'],
    ['9400111202555842332660', 'the check digit of USPS is wrong'],
    ['RB123456784US', 'the check digit of a registered letter is wrong'],
    ['RB123456785DE', 'it is from another country'],
    ['1Z5R89390357567128', 'the check digit of UPS is wrong'],
    ['986578788854', 'the check digit of FedEx is wrong'],
    ['041441760228963', 'the check digit of FedEx Ground is wrong'],
    ['9'.repeat(100), 'it is too long'],
  ])('when the number is %j then there is none, because %s', (number) => {
    expect(carrierOf(number)).toBeNull()
  })
})

describe("the carrier's page", () => {
  test.each([
    [
      'USPS',
      '9400 1112 0255 5842 3326 69',
      'https://tools.usps.com/go/TrackConfirmAction?tLabels=9400111202555842332669',
    ],
    ['UPS', '1Z5R89390357567127', 'https://www.ups.com/track?tracknum=1Z5R89390357567127'],
    ['FedEx', '986578788855', 'https://www.fedex.com/fedextrack/?trknbr=986578788855'],
    ['UPS', 'A&B?#/\uD800', 'https://www.ups.com/track?tracknum=A%26B%3F%23%2F%EF%BF%BD'],
  ] as const)('when the carrier is %s and the number is %j then it is %s', (carrier, number, url) => {
    expect(trackingUrlOf(carrier, number)).toBe(url)
  })

  test('when the carrier or the number is not known then there is none', () => {
    expect([
      trackingUrlOf(null, '986578788855'),
      trackingUrlOf('UPS', null),
      trackingUrlOf('UPS', ''),
    ]).toEqual([null, null, null])
  })
})

describe('a tracking number from an operator', () => {
  const id = 'f0'.repeat(12)
  const plan = { stripeSubscriptionId: 'sub_1', userId: id, prankId: id, contactId: id }
  const inputs = [
    ['a scan', (trackingNumber: string) => scanInput.safeParse({ code: 'GHJKMNPQRS', trackingNumber })],
    [
      'shipping from the queue',
      (trackingNumber: string) => shipParcelsInput.safeParse({ parcels: [{ id, trackingNumber }] }),
    ],
    ['a parcel of a plan', (trackingNumber: string) => shipPrankInput.safeParse({ ...plan, trackingNumber })],
    [
      'the form of a plan',
      (trackingNumber: string) =>
        shipPrankInput.safeParse({ ...plan, trackingNumber: `${trackingNumber.trim()}-2` }),
    ],
    ['the tracking of an item', (trackingNumber: string) => itemTrackingPatch.safeParse({ trackingNumber })],
  ] as const

  test.each(inputs)(
    'when it is the code on a label then %s refuses it: customers see the number',
    (_, parse) => {
      for (const code of ['GHJKMNPQRS', ' ghjkmnpqrs '])
        expect(parse(code).error?.issues.map(({ message }) => message)).toEqual([
          'This is the label of a parcel, not a tracking number.',
        ])
      for (const number of ['GHJKMNPQR', 'GHJKMNPQRSTV', 'GHJKMNPQR1', '1Z5R89390357567127'])
        expect(parse(number).success).toBe(true)
    },
  )
})
