import { expect, test } from 'vitest'
import { saveContact } from '../src/lib/new-target.ts'
import { withFakeFetch } from './fake-fetch.ts'
import { withFakeStorage } from './fake-storage.ts'
import { bob, idOf } from './samples.ts'

withFakeStorage()
const { calls, answers } = withFakeFetch()
const made = () => calls.map(({ key, body }) => [key, (body as typeof fields).zipCode])
const [post, put] = ['POST /api/contacts', `PUT /api/contacts/${bob.id}`] as const
const { id: _, ...fields } = bob
const first = { ...fields, idempotencyKey: idOf(1) }
const corrected = { ...first, zipCode: '89502' }
const lost = () => ({ status: 503, body: { message: 'Nap time' } })
const echo = (body: object) => ({ status: 200, body: { ...body, id: bob.id } })
const send = (input: typeof first) => saveContact(input).then(({ zipCode }) => zipCode, String)

test('when the answer and that of the correction are lost, then the last input is saved, to the same target', async () => {
  answers[post] = lost
  await send(first)
  answers[post] = echo
  answers[put] = lost
  await send(corrected)
  // The second answer was lost, the call was not.
  answers[post] = () => ({ status: 201, body: { ...corrected, id: bob.id } })
  answers[put] = echo
  expect(await send(first)).toBe(bob.zipCode)
  expect(made()).toEqual([
    [post, bob.zipCode],
    [post, bob.zipCode],
    [put, '89502'],
    [post, bob.zipCode],
    [put, bob.zipCode],
  ])
})

test('when what was sent is refused, then the correction is a new target', async () => {
  answers[post] = ({ zipCode }) =>
    zipCode === bob.zipCode ? { status: 400, body: { message: 'No such address' } } : echo({ ...corrected })
  await send(first)
  expect(await send(corrected)).toBe('89502')
  answers[post] = lost
  await send({ ...first, idempotencyKey: idOf(2) })
  answers[post] = ({ zipCode }) =>
    zipCode === bob.zipCode ? { status: 400, body: { message: 'No such address' } } : echo({ ...corrected })
  expect(await send({ ...corrected, idempotencyKey: idOf(2) })).toBe('89502')
  const zips = [bob.zipCode, '89502', bob.zipCode, bob.zipCode, '89502']
  expect(made()).toEqual(zips.map((zip) => [post, zip]))
})
