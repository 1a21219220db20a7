import { describe, expect, test } from 'vitest'
import { events, internalPranks, prank } from '../src/index.ts'

const id = '0123456789abcdef01234567'
const changed = {
  prankId: id,
  name: 'Rubber Chicken',
  description: 'It squeaks.',
  priceCents: 499,
  tier: 'Standard',
  image: 'chicken',
  onSale: true,
  revision: 1,
}

describe('when a prank has an unknown picture', () => {
  test('then it is parsed as the potato', () => {
    const { prankId: _, priceCents: __, onSale: ___, revision: ____, ...facts } = changed
    expect(prank.parse({ ...facts, id, price: '4.99', picture: null, soldOut: false }).image).toBe('potato')
    expect(events['prank-changed'].data.parse(changed).image).toBe('potato')
  })

  test('then the other pranks of the list keep their pictures', () => {
    const sock = { ...changed, image: 'sock' }
    expect(internalPranks.parse([changed, sock]).map(({ image }) => image)).toEqual(['potato', 'sock'])
  })
})
