import { once } from 'node:events'
import net from 'node:net'
import { describe, expect, test } from 'vitest'
import { AppError, isOutage, unavailable } from '../src/errors.ts'

/** Returns the error of a write to a connection that the other side has reset. */
async function errorOfWriteAfterReset(): Promise<Error> {
  const server = net.createServer((socket) => socket.resetAndDestroy()).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const socket = net.connect((server.address() as net.AddressInfo).port, '127.0.0.1')
  const failed = once(socket, 'error')
  socket.on('connect', () => socket.write('a request'))
  const [error] = await failed
  server.close()
  return error
}

describe('an error', () => {
  test('when a connection is reset during a write then it is an outage, not a fault', async () => {
    expect(isOutage(await errorOfWriteAfterReset())).toBe(true)
  })

  test('when another service is unavailable then it is an outage; a refusal or a fault is not', () => {
    expect(isOutage(unavailable())).toBe(true)
    expect(isOutage(new AppError({ code: 'conflict', status: 409, message: 'no' }))).toBe(false)
    expect(isOutage(new TypeError('x is not a function'))).toBe(false)
    expect(isOutage(Object.assign(new Error('no such file'), { code: 'ENOENT' }))).toBe(false)
  })
})
