import { connect } from 'node:net'
import { toLoopback } from '../frame/loopback.ts'
import type { Shop } from '../frame/shop.ts'

interface RawOptions {
  from?: string
  /** How long to wait for an answer. */
  patienceMs?: number
  /** After the first byte: how long without data until the answer is complete. */
  silenceMs?: number
}

/** Sends these exact bytes over a new connection, and returns everything that was received. */
export function sendRaw(
  shop: Pick<Shop, 'baseUrl'>,
  bytes: string,
  { from, patienceMs = 10_000, silenceMs = 400 }: RawOptions = {},
): Promise<string> {
  const { hostname, port } = toLoopback(shop.baseUrl)
  return new Promise((resolve) => {
    let answer = ''
    const socket = connect({ host: hostname, port, ...(from && { localAddress: from }) }, () =>
      socket.write(bytes, 'latin1'),
    )
    const end = () => {
      socket.destroy()
      resolve(answer)
    }
    socket.setTimeout(patienceMs, end)
    socket.on('data', (data) => {
      answer += data.toString('latin1')
      socket.setTimeout(silenceMs)
    })
    socket.on('close', end)
    socket.on('error', end)
  })
}

/** The status of each answer in the received text. */
export const statusesIn = (answer: string): number[] =>
  [...answer.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status))

/** The value of the Host header. */
export const hostOf = (shop: Pick<Shop, 'baseUrl'>) => toLoopback(shop.baseUrl).host
