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
      await fixture.operator('GET', path),
    ]) {
      expect([answer.status, answer.body]).toEqual([200, [{ ...target, id, state: 'OR' }]])
    }
    expect(
      (await fixture.call('GET', `/api/admin/user-contacts/${newId()}?adminPassword=${adminPassword}`)).body,
    ).toEqual([])
  })

  test('when the customer id is malformed then it is a 400', async () => {
    expect((await fixture.operator('GET', '/api/admin/user-contacts/everybody')).status).toBe(400)
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
})
