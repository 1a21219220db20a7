import { once } from 'node:events'
import { connect } from 'node:net'
import { type ApiKey, adminPasswordHeader } from '@prankpost/contracts'
import { afterAll, describe, expect, test } from 'vitest'
import { sharedOperator } from '../src/auth/operator-check.ts'
import { unauthorized } from '../src/errors.ts'
import { on } from '../src/http/routes.ts'
import { serveRoutes } from '../src/testing/index.ts'

const replay = 'POST /api/admin/dead-letters/support/replay' satisfies ApiKey
const path = replay.slice('POST '.length)
const replayed: unknown[] = []
/** The access check waits for `mayAnswer`, then calls `checked`. */
let mayAnswer = Promise.resolve()
let checked = () => {}

const server = await serveRoutes(
  [
    on(replay, async ({ body }) => {
      replayed.push(body)
      return { replayed: 1 }
    }),
  ],
  {
    async operatorCheck({ password }) {
      await mayAnswer
      checked()
      if (password !== 'right') throw unauthorized()
      return sharedOperator
    },
    audit: { service: 'support', begin: async () => async () => {}, list: async () => ({}) } as never,
  },
)
afterAll(() => server.close())

describe('the body of an admin call', () => {
  const event = { event: 'customer-erased', ids: ['1'] }

  test('when the password is in the header, the query or the body then the call is handled with its body', async () => {
    replayed.length = 0
    const answers = [
      await server.call('POST', path, { body: event, headers: { [adminPasswordHeader]: 'right' } }),
      await server.call('POST', `${path}?adminPassword=right`, { body: event }),
      await server.call('POST', path, { body: { ...event, adminPassword: 'right' } }),
    ]
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(replayed).toEqual([event, event, event])
  })

  test('when it contains a wrong password or is malformed then nothing is done', async () => {
    replayed.length = 0
    const wrong = await server.call('POST', path, { body: { ...event, adminPassword: 'wrong' } })
    const injected = await server.call('POST', `${path}?adminPassword[$ne]=x`, { body: event })
    const broken = await server.call('POST', path, { body: '{"adminPassword":"right",' })
    expect([wrong.status, injected.status, broken.status, replayed]).toEqual([401, 401, 400, []])
  })

  test('when the caller disconnects during the access check then nothing is replayed, instead of all messages', async () => {
    replayed.length = 0
    let answerNow = () => {}
    mayAnswer = new Promise((resolve) => {
      answerNow = resolve
    })
    const isChecked = new Promise<void>((resolve) => {
      checked = resolve
    })
    const closed = new Promise((resolve) =>
      server.server.once('connection', (one) => one.once('close', resolve)),
    )
    const { hostname, port } = new URL(server.url)
    const socket = connect(Number(port), hostname)
    await once(socket, 'connect')
    const body = JSON.stringify(event)
    socket.write(
      `POST ${path} HTTP/1.1\r\nhost: x\r\n${adminPasswordHeader}: right\r\ncontent-type: application/json\r\n` +
        `content-length: ${body.length}\r\n\r\n${body}`,
    )
    await once(server.server, 'request')
    socket.destroy()
    await closed
    answerNow()
    await isChecked
    // The call would continue in later turns of the event loop; another complete call shows that they are over.
    await server.call('POST', path, { body: event, headers: { [adminPasswordHeader]: 'right' } })
    expect(replayed).toEqual([event])
  })
})
