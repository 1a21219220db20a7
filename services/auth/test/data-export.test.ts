import { customerDataServices, exportPartAnswer, exportSections, signUpConsent } from '@prankpost/contracts'
import { sweepExpired } from '@prankpost/local-stack'
import { afterAll, expect, test } from 'vitest'
import { startFixture } from './fixture.ts'

const fixture = await startFixture()
const auth = await fixture.replica({ DATA_EXPORT_LIMIT: 2 })
afterAll(() => fixture.close())

async function customer() {
  const { id: ownerId, email, headers } = await auth.customer()
  return {
    email,
    ownerId,
    ask: () => auth.call('POST', '/api/auth/data-export', { headers }),
    read: () => auth.call('GET', '/api/auth/data-export', { headers }),
    file: () => fetch(`${auth.url}/api/auth/data-export/file`, { headers }),
    /** The export as the event contains it. */
    async exportId() {
      return (await fixture.dataExports.findById(ownerId).lean())?.exportId ?? ''
    },
  }
}
type Service = (typeof customerDataServices)[number]

const sendPart = (service: Service, body: object) =>
  auth
    .as(service)
    .post('/internal/export-parts', exportPartAnswer, { part: 0, last: true, records: [], ...body })

test('when a file is requested twice at once then there is one file and one event, and the last part makes it ready', async () => {
  const { email, ownerId, ask, read, file, exportId } = await customer()
  expect((await read()).body.state).toBe('none')
  const asked = await Promise.all([ask(), ask()])
  expect(asked.map(({ status, body }) => [status, body.state])).toEqual(Array(2).fill([201, 'gathering']))
  const { outbox } = (await fixture.dataExports.findById(ownerId).lean()) ?? {}
  expect(outbox?.map(({ type }) => type)).toEqual(['customer-export-requested'])
  expect(JSON.stringify(outbox)).not.toContain(email)
  expect((await file()).status).toBe(404)

  const id = { ownerId, exportId: await exportId() }
  // An attempt that was interrupted after three parts, and one that finishes with two parts.
  for (const part of [0, 1, 2])
    await sendPart('order', { ...id, part, last: false, records: [`cut ${part}`] })
  await sendPart('order', { ...id, part: 0, last: false, records: [{ n: 0 }] })
  expect(await sendPart('order', { ...id, part: 1, records: [{ n: 1 }, { n: 2 }] })).toEqual({ wanted: true })
  // A copy of the request changes nothing.
  expect(await sendPart('order', { ...id, records: ['again'] })).toEqual({ wanted: false })
  for (const service of customerDataServices.filter((one) => one !== 'order')) {
    expect((await read()).body.state).toBe('gathering')
    await sendPart(service, id)
  }
  const { body } = await read()
  expect(body.state).toBe('ready')
  expect(Date.parse(String(body.expiresAt)) - Date.parse(String(body.requestedAt))).toBe(7 * 86_400_000)
  const answer = await file()
  expect(answer.headers.get('content-disposition')).toMatch(
    /^attachment; filename="prankpost-data-.*\.json"$/,
  )
  const content = (await answer.json()) as Record<string, unknown>
  expect(content.account).toMatchObject({
    ...{ email, firstName: 'Pat' },
    agreements: [{ wording: signUpConsent.wording, version: signUpConsent.version }],
  })
  expect(content.orders).toEqual([{ n: 0 }, { n: 1 }, { n: 2 }])
  expect(Object.keys(content).slice(3)).toEqual(Object.values(exportSections))
  expect(JSON.stringify(content)).not.toContain('argon2')
})

test('when another service sends a part then it is in the section of that service', async () => {
  const { ownerId, ask, exportId } = await customer()
  await ask()
  await sendPart('contact', { ownerId, exportId: await exportId(), service: 'order', records: ['x'] })
  const parts = await fixture.exportParts.find({ ownerId }).lean()
  expect(parts.map(({ _id }) => _id.split(':')[1])).toEqual(['contact'])
})

test('when a file is requested too often in a day then it is a 429, but not while an export is in progress', async () => {
  const { ownerId, ask, exportId } = await customer()
  const completeExport = async () => {
    for (const service of customerDataServices)
      await sendPart(service, { ownerId, exportId: await exportId() })
  }
  for (let n = 0; n < 2; n++) {
    expect((await ask()).status).toBe(201)
    expect((await ask()).status).toBe(201)
    await completeExport()
  }
  expect((await ask()).status).toBe(429)
})

test('when it is requested again then the parts of the last file are deleted, and late parts of it are not wanted', async () => {
  const { ownerId, ask, exportId } = await customer()
  await ask()
  const first = await exportId()
  for (const service of customerDataServices)
    await sendPart(service, { ownerId, exportId: first, records: ['old'] })
  await ask()
  expect(await fixture.exportParts.countDocuments({ ownerId })).toBe(0)
  expect(await sendPart('order', { ownerId, exportId: first })).toEqual({ wanted: false })
})

test('when its seven days are over then it is not available any more, and is deleted', async () => {
  const { ownerId, ask, read, file, exportId } = await customer()
  await ask()
  for (const service of customerDataServices) await sendPart(service, { ownerId, exportId: await exportId() })
  const expiresAt = new Date(Date.now() - 1_000)
  await fixture.dataExports.updateOne({ _id: ownerId }, { expiresAt })
  await fixture.exportParts.updateMany({ ownerId }, { expiresAt })
  expect([(await read()).body.state, (await file()).status]).toEqual(['none', 404])
  await sweepExpired(fixture.connection.getClient(), fixture.connection.name)
  expect(await fixture.dataExports.countDocuments({ _id: ownerId })).toBe(0)
  expect(await fixture.exportParts.countDocuments({ ownerId })).toBe(0)
})
