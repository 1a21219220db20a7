import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import { errorAnswer } from '@prankpost/contracts'
import express from 'express'
import { afterAll, describe, expect, test } from 'vitest'
import { jsonReader } from '../src/http/request-body.ts'
import { closeServer, listen, stoppingHeader } from '../src/http/serve.ts'

const app = express()
const reached: string[] = []
const readBody = jsonReader(1_000)
app.post('/', async (req, res) => {
  await readBody(req, res)
  reached.push(JSON.stringify(req.body))
  res.json({})
})
app.get('/slow', (_req, res) => {
  res.flushHeaders()
  setTimeout(() => res.end('done'), 100)
})
const server = await listen(
  app,
  { HOST: '127.0.0.1', PORT: 0 },
  { headersTimeoutMs: 400, requestTimeoutMs: 800 },
)
const { port } = server.address() as AddressInfo
afterAll(() => closeServer(server))

/** Sends only these bytes; resolves with everything received when the server closes the connection. */
async function send(...parts: string[]): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  let answer = ''
  socket.on('data', (data) => {
    answer += data
  })
  socket.on('error', () => undefined)
  for (const part of parts) socket.write(part, 'latin1')
  await once(socket, 'close')
  return answer
}
const failureIn = (answer: string) => {
  const [head = '', body = ''] = answer.split('\r\n\r\n')
  const { code, requestId } = errorAnswer.strict().parse(JSON.parse(body))
  expect(head).toContain(`x-request-id: ${requestId}`)
  return [head.split('\r\n')[0], code]
}

describe('listen', () => {
  test('when the headers of a request are not complete in time then it is a 408, and the connection is closed', async () => {
    const startedAt = Date.now()
    const answer = await send('POST / HTTP/1.1\r\nhost: x\r\nx-slow: ')
    expect(failureIn(answer)).toEqual(['HTTP/1.1 408 Request Timeout', 'invalid'])
    expect(Date.now() - startedAt).toBeLessThan(5_000)
  })

  test('when the body does not arrive in time then it is a 408, and the request is not handled', async () => {
    const answer = await send(
      'POST / HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 9\r\n\r\n{"a"',
    )
    expect(answer).toMatch(/^HTTP\/1\.1 408 /)
    expect(reached).toEqual([])
  })

  test('when the headers are too large then it is a 431', async () => {
    const answer = await send(`GET / HTTP/1.1\r\nhost: x\r\nx-large: ${'x'.repeat(20_000)}\r\n\r\n`)
    expect(failureIn(answer)).toEqual(['HTTP/1.1 431 Request Header Fields Too Large', 'too_large'])
  })

  test.each([
    ['HTTP/1.1 400 Bad Request', 'two hosts', 'GET /slow HTTP/1.1\r\nhost: x\r\nHost: y\r\n\r\n'],
    ['HTTP/1.1 505 HTTP Version Not Supported', 'HTTP/0.9', 'GET /slow HTTP/0.9\r\nhost: x\r\n\r\n'],
  ])(
    'when it is answered with %s because it has %s then the connection is closed',
    async (line, _what, bytes) => {
      expect(failureIn(await send(bytes))).toEqual([line, 'invalid'])
    },
  )

  test('when the bytes are not HTTP then it is a 400', async () => {
    expect(failureIn(await send('\x16\x03\x01\x02\x00\x01\r\n\r\n'))).toEqual([
      'HTTP/1.1 400 Bad Request',
      'invalid',
    ])
  })

  test('when invalid bytes follow while a response is being sent then no second response garbles it', async () => {
    const answer = await send('GET /slow HTTP/1.1\r\nhost: x\r\n\r\n', 'nonsense\r\n\r\n')
    expect(answer.split('HTTP/1.1 ')).toHaveLength(2)
    expect(answer).not.toContain('could not be read')
  })

  test('when the request has an unknown expectation then the expectation is ignored', async () => {
    const head = 'POST / HTTP/1.1\r\nhost: x\r\nexpect: miracles\r\nconnection: close\r\n'
    expect(await send(`${head}content-length: 2\r\ncontent-type: application/json\r\n\r\n{}`)).toMatch(
      /^HTTP\/1\.1 200 /,
    )
  })

  test('when a caller disconnects in the middle of a request then the next request is served', async () => {
    const socket = connect(port, '127.0.0.1')
    socket.write('POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 100\r\n\r\n{')
    await once(socket, 'connect')
    socket.resetAndDestroy()
    const answer = await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body: '{}' })
    expect(answer.status).toBe(200)
  })
})

describe('closeServer', () => {
  /** Starts a server to be stopped, and a kept connection to it over which one response was received. */
  async function startKept() {
    const stopping = await listen(app, { HOST: '127.0.0.1', PORT: 0 })
    const { port } = stopping.address() as AddressInfo
    const socket = connect(port, '127.0.0.1')
    let answers = ''
    socket.on('data', (data) => {
      answers += data
    })
    const ask = () =>
      socket.write(
        'POST / HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n{}',
      )
    ask()
    await once(socket, 'data')
    expect(answers).toMatch(/connection: keep-alive/i)
    expect(answers).not.toContain(stoppingHeader)
    answers = ''
    return { stopping, port, ask, ended: once(socket, 'close'), answers: () => answers }
  }

  test('when a call arrives over a kept connection meanwhile then it is answered, as the last on that connection', async () => {
    const { stopping, port, ask, ended, answers } = await startKept()
    const closed = closeServer(stopping)
    await expect(fetch(`http://127.0.0.1:${port}/`, { method: 'POST' })).rejects.toThrow()
    ask()
    await Promise.all([closed, ended])
    expect(answers()).toMatch(/^HTTP\/1\.1 200 /)
    expect(answers()).toMatch(/connection: close/i)
    expect(answers()).toContain(`${stoppingHeader}: 1`)
  })

  test('when a call waits in its socket when the connection is about to be closed then it is answered first', async () => {
    const { stopping, ask, ended, answers } = await startKept()
    const closed = closeServer(stopping)
    const idleUntil = Date.now() + 500
    await sleep(100)
    // After an immediate, timers run before sockets are read. The process stays busy until idle connections are to be
    // closed, so that their timer runs before the call is read.
    await nextTurn()
    ask()
    while (Date.now() < idleUntil + 200) {
      // Nothing else runs.
    }
    await Promise.all([closed, ended])
    expect(answers()).toMatch(/^HTTP\/1\.1 200 /)
  })

  test('when no more calls arrive then idle connections are closed', async () => {
    const stopping = await listen(app, { HOST: '127.0.0.1', PORT: 0 })
    const socket = connect((stopping.address() as AddressInfo).port, '127.0.0.1')
    await once(socket, 'connect')
    const ended = once(socket, 'close')
    socket.resume()
    const startedAt = Date.now()
    await closeServer(stopping)
    await ended
    expect(Date.now() - startedAt).toBeLessThan(5_000)
  })
})
