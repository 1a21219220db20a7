import { ownedContacts } from '@prankpost/contracts'
import { afterAll, describe, expect, test } from 'vitest'
import { adminPassword, newId, startFixture, target } from './fixture.ts'

const fixture = await startFixture()
afterAll(() => fixture.close())

async function added(owner: string): Promise<string> {
  return (await fixture.call('POST', '/api/contacts', { owner, body: target })).body.id
}

describe("the operator's view of an address book", () => {
  test('when the password is right then it is an array of the contacts of that customer', async () => {
    const owner = newId()
    const id = await added(owner)
    const path = `/api/admin/user-contacts/${owner}`
    for (const answer of [
      await fixture.call('GET', `${path}?adminPassword=${adminPassword}`),
      await fixture.call('GET', path, { headers: { 'x-admin-password': adminPassword } }),
    ]) {
      expect([answer.status, answer.body]).toEqual([200, [{ ...target, id, state: 'OR' }]])
    }
    expect(
      (await fixture.call('GET', `/api/admin/user-contacts/${newId()}?adminPassword=${adminPassword}`)).body,
    ).toEqual([])
  })

  test('when the password is wrong, missing or not a string then it is a 401', async () => {
    const owner = newId()
    await added(owner)
    for (const query of ['', '?adminPassword=wrong', '?adminPassword[$ne]=x', '?adminPassword=']) {
      const answer = await fixture.call('GET', `/api/admin/user-contacts/${owner}${query}`, { owner })
      expect(answer.status).toBe(401)
    }
  })

  test('when the customer id is malformed then it is a 400', async () => {
    const headers = { 'x-admin-password': adminPassword }
    expect((await fixture.call('GET', '/api/admin/user-contacts/everybody', { headers })).status).toBe(400)
  })
})

describe('the endpoint for other services', () => {
  const ask = (ownerId: string, ids: string[]) =>
    fixture.internal.get(
      `/internal/contacts?${new URLSearchParams({ ownerId, ids: ids.join(',') })}`,
      ownedContacts,
    )

  test("when ids belong to the owner, to another customer or to nothing then the owner's contacts are returned", async () => {
    const owner = newId()
    const [mine, theirs] = [await added(owner), await added(newId())]
    const found = await ask(owner, [mine, theirs, newId()])
    expect(found).toEqual([{ ...target, id: mine, state: 'OR' }])
  })

  test('when an id is malformed, or there are more than 50, then it is a 400', async () => {
    await expect(ask(newId(), ['nonsense'])).rejects.toMatchObject({ status: 400 })
    await expect(ask(newId(), Array.from({ length: 51 }, newId))).rejects.toMatchObject({ status: 400 })
  })

  test('when an outside caller calls it then it is a 401', async () => {
    const owner = newId()
    const path = `/internal/contacts?ownerId=${owner}&ids=${await added(owner)}`
    expect((await fixture.call('GET', path, { owner })).status).toBe(401)
  })
})

describe('the queries of contact', () => {
  test.each([
    ['list', { ownerId: 'x' }],
    ['one of a customer', { _id: 'x', ownerId: 'x' }],
    ['several of a customer', { _id: { $in: ['x', 'y'] }, ownerId: 'x' }],
    ['removal', { _id: 'x', ownerId: 'x', outboxDueAt: { $exists: false } }],
    ['sweep', { removedAt: { $exists: true }, outboxDueAt: { $exists: false } }],
  ])('when the %s is queried then an index is used', async (_what, filter) => {
    const plan = await fixture.deps.contacts.find(filter).explain('queryPlanner')
    expect(JSON.stringify(plan)).not.toContain('COLLSCAN')
    expect(JSON.stringify(plan)).toMatch(/IXSCAN|IDHACK|EXPRESS/)
  })
})
