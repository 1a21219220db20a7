import { describe, expect, test } from 'vitest'
import { openApiDocument } from '../../packages/api-docs/src/index.ts'
import { type Document, type Exchange, readOperations } from '../support/wire-document.ts'

const { operations, problemsWith } = readOperations(openApiDocument() as unknown as Document)

const target = { name: 'Ann', address: '1 Path', city: 'Bend', state: 'OR', zipCode: '97701' }
const saved = { address2: null, ...target, id: '65f0c0ffee65f0c0ffee65f0', profilePicture: 'hunk' }
const good: Exchange = {
  method: 'POST',
  url: 'http://store.test/api/contacts',
  requestHeaders: { cookie: 'prankpost_session=x' },
  requestBody: JSON.stringify(target),
  status: 201,
  headers: { 'content-type': 'application/json; charset=utf-8', 'x-request-id': 'r' },
  text: JSON.stringify(saved),
}
const refused = { message: 'Your address book is full.', code: 'conflict', requestId: 'r' }

/** The differences between the document and a call that adds a target. */
function problemsOf(change: Partial<Exchange>): string[] {
  const exchange = { ...good, ...change }
  const found = operations.find(({ key }) => key === 'POST /api/contacts')
  if (found === undefined) throw new Error('the document has no such endpoint')
  return problemsWith(found, exchange, new URL(exchange.url).searchParams)
}

describe('an exchange compared with the document', () => {
  test('when it is as documented then there is no difference', () => {
    expect(problemsOf({})).toEqual([])
    expect(problemsOf({ status: 409, text: JSON.stringify(refused) })).toEqual([])
  })

  test.each<[string, Partial<Exchange>, RegExp]>([
    ['has an undocumented status', { status: 202 }, /status is not documented/],
    ['lacks a header', { headers: { 'content-type': 'application/json' } }, /X-Request-Id is missing/],
    [
      'is a page',
      { headers: { ...good.headers, 'content-type': 'text/html' } },
      /text\/html is not documented/,
    ],
    ['has an additional field', { text: JSON.stringify({ ...saved, owner: 'x' }) }, /additional properties/],
    ['lacks a field', { text: JSON.stringify(target) }, /required property 'id'/],
    ['has an invalid value', { text: JSON.stringify({ ...saved, state: 'XX' }) }, /^\/state must be equal/],
    ['has the code of another failure', { status: 400, text: JSON.stringify(refused) }, /^\/code must be/],
    ['is let in without a session', { requestHeaders: {} }, /without what is documented/],
    ['has a query', { url: `${good.url}?force=1` }, /query's force is not documented/],
    ['lacks a required input', { requestBody: '{"name":"Ann"}' }, /required property 'address'/],
  ])('when the exchange %s then a difference says so', (_what, change, difference) => {
    expect(problemsOf(change)).toEqual(expect.arrayContaining([expect.stringMatching(difference)]))
  })
})
