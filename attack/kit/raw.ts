import { connect } from 'node:net'
import { toLoopback } from '../frame/loopback.ts'
import type { Shop } from '../frame/shop.ts'

interface RawOptions {
  from?: string
  /** No answer after so long is none. */
  patienceMs?: number
  /** After the first byte, silence for so long is the end. */
  silenceMs?: number
}

/** Sends these very bytes over a connection of their own, and gives all that came back. */
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

/** The status of each answer in what came back. */
export const statusesIn = (answer: string): number[] =>
  [...answer.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status))

/** The host that requests name. */
export const hostOf = (shop: Pick<Shop, 'baseUrl'>) => toLoopback(shop.baseUrl).host
