import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, test } from 'vitest'
import { newId, startFixture, target } from './fixture.ts'

const fixture = await startFixture()
const { contacts } = fixture.deps
afterAll(() => fixture.close())

const add = (owner: string, over = {}) =>
  fixture.call('POST', '/api/contacts', { owner, body: { ...target, ...over } })

describe('adding a target', () => {
  test('when the form is complete then it returns 201, stores the target and emits one event', async () => {
    const owner = newId()
    const { status, body } = await add(owner, { name: '  Gerald Snail ', zipCode: '97477-1234' })
    expect(status).toBe(201)
    expect(body).toEqual({
      ...target,
      id: expect.stringMatching(/^[0-9a-f]{24}$/),
      state: 'OR',
      zipCode: '97477-1234',
    })
    const stored = await contacts.findOne({ _id: body.id }).lean()
    expect(stored).toMatchObject({ ownerId: owner, state: 'OR', revision: 1 })
    expect(stored?.outbox).toEqual([
      expect.objectContaining({
        type: 'contact-saved',
        subject: body.id,
        data: {
          contactId: body.id,
          ownerId: owner,
          created: true,
          savedAt: expect.any(String),
          target: expect.stringMatching(/^[\w-]{43}$/),
        },
      }),
    ])
  })

  /** Adds a target and returns the digest in its event. */
  const digestOf = async (owner: string, over = {}): Promise<string> => {
    const { body } = await add(owner, over)
    const stored = await contacts.findOne({ _id: body.id }).lean()
    expect(JSON.stringify(stored?.outbox)).not.toMatch(/gerald|garden|springfield|97477/i)
    return (stored?.outbox[0]?.data as { target: string } | undefined)?.target ?? ''
  }

  test.each([
    ['other case', { name: 'GERALD snail', address: '1 garden PATH', city: 'springFIELD', state: 'OR' }],
    ['other spaces', { name: 'Gerald  Snail', address: ' 1  Garden\u00a0Path', city: 'Spring field' }],
    ['punctuation and accents', { name: 'G\u00e9rald Sn\u00e4il.', address: '1, Garden Path.' }],
    ['a longer ZIP code', { zipCode: '97477-1234' }],
    ['another picture', { profilePicture: 'nerd' }],
    ['an empty second line', { address2: '  ' }],
  ])('when it is added again with %s then its event has the same digest', async (_what, over) => {
    const owner = newId()
    expect(await digestOf(owner, over)).toBe(await digestOf(owner))
  })

  test('when name, address, city, state, ZIP code or customer differ then the digest differs', async () => {
    const owner = newId()
    const digests = [await digestOf(owner), await digestOf(newId())]
    for (const over of [
      { name: 'Geraldine Snail' },
      { address: '2 Garden Path' },
      { city: 'Salem' },
      { state: 'CA', zipCode: '90210' },
      { state: 'NY', zipCode: '10001' },
      { address2: 'Apt 1' },
      { address2: 'Apt 2' },
      { zipCode: '97478' },
    ])
      digests.push(await digestOf(owner, over))
    expect(new Set(digests).size).toBe(10)
  })

  test('when it has a second line then it is stored and listed', async () => {
    const owner = newId()
    expect((await add(owner, { address2: ' Apt 4 ' })).body.address2).toBe('Apt 4')
    const [listed] = (await fixture.call('GET', '/api/contacts', { owner })).body
    expect(listed.address2).toBe('Apt 4')
  })

  test('when no picture is chosen then it is the default one', async () => {
    expect((await add(newId(), { profilePicture: undefined })).body.profilePicture).toBe('hunk')
  })

  test.each([
    ['AA', '34002'],
    ['ae', '09012'],
    ['DC', '20500'],
    ['PR', '00901'],
    ['wy', '82001'],
  ])('when the state is %s then it is accepted', async (state, zipCode) => {
    expect((await add(newId(), { state, zipCode })).body.state).toBe(state.toUpperCase())
  })

  test.each([
    ['no name', { name: ' ' }],
    ['a name of 101 characters', { name: 'x'.repeat(101) }],
    ['an address of 201 characters', { address: 'x'.repeat(201) }],
    ['a city of 101 characters', { city: 'x'.repeat(101) }],
    ['an unknown state', { state: 'XX' }],
    ['a state in words', { state: 'Oregon' }],
    ['a ZIP of four digits', { zipCode: '1234' }],
    ['a ZIP with half an extension', { zipCode: '12345-67' }],
    ['a ZIP of another state', { zipCode: '10001' }],
    ['a ZIP that does not exist', { zipCode: '00012' }],
    ['a second line of 101 characters', { address2: 'x'.repeat(101) }],
    ['an unknown picture', { profilePicture: 'ghost' }],
    ['an injection object as name', { name: { $gt: '' } }],
    ['a list as ZIP', { zipCode: ['12345'] }],
    ['a null byte', { city: 'a\u0000b' }],
  ])('when it has %s then it is a 400 and nothing is stored', async (_what, over) => {
    const owner = newId()
    const { status, body } = await add(owner, over)
    expect([status, body.code]).toEqual([400, 'invalid'])
    expect(body.message).toMatch(/^[A-Z]/)
    expect(await contacts.countDocuments({ ownerId: owner })).toBe(0)
  })

  test('when the payload names another owner then the owner is still the one of the session', async () => {
    const owner = newId()
    const { body } = await add(owner, { ownerId: newId(), id: newId(), _id: newId() })
    expect((await contacts.findOne({ _id: body.id }).lean())?.ownerId).toBe(owner)
  })

  test('when a call is repeated with its idempotency key then it adds once; other fields or another customer add another', async () => {
    const [owner, other] = [newId(), newId()]
    const idempotencyKey = randomUUID()
    const answers = await Promise.all([1, 2, 3].map(() => add(owner, { idempotencyKey })))
    answers.push(await add(owner, { idempotencyKey }))
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201])
    const ids = new Set(answers.map(({ body }) => body.id))
    expect(ids.size).toBe(1)
    ids.add((await add(owner, { idempotencyKey, zipCode: '97478' })).body.id)
    ids.add((await add(other, { idempotencyKey })).body.id)
    expect(ids.size).toBe(3)
    expect(await contacts.countDocuments({ ownerId: owner })).toBe(2)
  })

  test('when the repeated call added the last target of a full book, or its target is being removed, then it says so', async () => {
    const [owner, idempotencyKey] = [newId(), randomUUID()]
    await fill(owner, 499)
    const { body } = await add(owner, { idempotencyKey })
    expect((await add(owner, { idempotencyKey })).body).toEqual(body)
    expect((await fixture.call('DELETE', `/api/contacts/${body.id}`, { owner })).status).toBe(204)
    const answer = await add(owner, { idempotencyKey })
    expect([answer.status, answer.body.message]).toEqual([409, 'This target was removed already.'])
  })

  test('when the book contains 500 then one more is a 409, and after a removal a target can be added again', async () => {
    const owner = newId()
    await fill(owner, 500)
    const { status, body } = await add(owner)
    expect([status, body.code, body.message]).toEqual([409, 'conflict', expect.stringContaining('500')])
    const [first] = (await fixture.call('GET', '/api/contacts', { owner })).body
    expect((await fixture.call('DELETE', `/api/contacts/${first.id}`, { owner })).status).toBe(204)
    expect((await add(owner)).status).toBe(201)
    expect(await contacts.countDocuments({ ownerId: owner })).toBe(500)
  })

  test('when 20 calls arrive at once for the last 8 slots then 8 succeed', async () => {
    const owner = newId()
    await fill(owner, 492)
    const answers = await Promise.all(Array.from({ length: 20 }, () => add(owner)))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(8)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(12)
    expect(await contacts.countDocuments({ ownerId: owner })).toBe(500)
  })
})

describe('listing targets', () => {
  test('when there are several then they are listed newest first, without those of other customers', async () => {
    const owner = newId()
    for (const name of ['First', 'Second', 'Third']) await add(owner, { name })
    await add(newId())
    const { status, body } = await fixture.call('GET', '/api/contacts', { owner })
    expect(status).toBe(200)
    expect(body.map(({ name }: { name: string }) => name)).toEqual(['Third', 'Second', 'First'])
    expect(Object.keys(body[0]).sort()).toEqual([...Object.keys(target), 'id'].sort())
  })
})

/** Inserts `count` targets without the API, to test the limit of the book. */
async function fill(ownerId: string, count: number) {
  const at = new Date()
  await contacts.insertMany(
    Array.from({ length: count }, (_, slot) => ({
      ...target,
      _id: newId(),
      ownerId,
      slot,
      createdAt: at,
      updatedAt: at,
    })),
  )
}
