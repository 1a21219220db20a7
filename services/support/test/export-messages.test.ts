import { csvCells } from '@prankpost/service-kit/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newMessage } from '../src/message.model.ts'
import { startFixture } from './fixture.ts'

const fixture = await startFixture()
afterAll(() => fixture.close())
const { operator } = fixture

const path = '/api/admin/contact-messages/export'
const get = (query = '') => operator('GET', `${path}${query}`)
/** The lines of the file, without the heading and the last, empty line. */
const lines = async (query = '') => ((await get(query)).body as string).split('\r\n').slice(1, -1)

const late = newMessage({
  name: '+1 555 0100',
  email: 'pat@example.com',
  subject: 'Late',
  message: 'Where, oh where,\nis my "potato"?',
})
const early = newMessage({ name: 'Rose', email: 'rose@example.com', subject: 'Early', message: 'Thanks' })
beforeAll(async () => {
  await fixture.messages.create([late, { ...early, status: 'resolved', adminNotes: 'Nice.' }])
})

describe("the export of the operator's mail", () => {
  test('when it is requested then it is a file with a line for each message, newest first, safe in a spreadsheet', async () => {
    const { headers: answered, body } = await get()
    expect(answered.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(answered.get('content-disposition')).toBe('attachment; filename="contact-messages.csv"')
    expect(csvCells(body.split('\r\n')[0]).join()).toBe(
      'Message id,Received at,Status,Name,E-mail,Subject,Message,Admin notes,Replies',
    )
    expect((await lines()).map((one) => csvCells(one))).toEqual(
      [
        [
          early._id,
          early.createdAt.toISOString(),
          'resolved',
          'Rose',
          early.email,
          'Early',
          'Thanks',
          'Nice.',
          0,
        ],
        [
          late._id,
          late.createdAt.toISOString(),
          'new',
          "'+1 555 0100",
          late.email,
          'Late',
          late.message,
          '',
          0,
        ],
      ].map((cells) => cells.map(String)),
    )
  })

  test('when status and search words are given then it contains the same messages as the list', async () => {
    expect(await lines('?status=resolved')).toHaveLength(1)
    expect(await lines('?q=pat@')).toHaveLength(1)
    expect(await lines('?q=pat@&status=resolved')).toEqual([])
  })

  test('when the status is unknown then it is a 400', async () => {
    expect((await get('?status=lost')).status).toBe(400)
  })
})
