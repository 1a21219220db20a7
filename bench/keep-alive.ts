import { once } from 'node:events'
import { Agent, type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'
import type { Send } from '../test/support/shopper.ts'

const agent = new Agent({ keepAlive: true })

/** Calls over keep-alive connections with minimal overhead: the shop cannot use the CPU that the load generator uses. */
export const send: Send = async (url, { method, headers, body }) => {
  const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
  const outgoing = request(url, { agent, method, headers: { ...headers, ...length } })
  outgoing.end(body)
  const [response] = (await once(outgoing, 'response')) as [IncomingMessage]
  return {
    status: response.statusCode ?? 0,
    cookie: response.headers['set-cookie']?.[0],
    text: await text(response),
  }
}
