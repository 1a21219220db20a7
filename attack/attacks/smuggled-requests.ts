import { type Attack, expectSame } from '../frame/attack.ts'
import { hostOf, sendRaw, statusesIn } from '../kit/raw.ts'

const hidden = 'GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n'

/** Hides a request in the body of another one, for a parser that determines the length differently. */
export const smuggledRequests: Attack = {
  name: 'smuggled-requests',
  finding: '-',
  bound: 'one 400; the hidden request is not read',
  async run(shop) {
    const from = shop.newAddress()
    const post = (headers: string, body: string) =>
      `POST /api/contacts HTTP/1.1\r\nhost: ${hostOf(shop)}\r\ncontent-type: application/json\r\n${headers}\r\n${body}`
    const chunked = 'transfer-encoding: chunked\r\n'
    const cases = {
      'CL.TE': post(`content-length: ${5 + hidden.length}\r\n${chunked}`, `0\r\n\r\n${hidden}`),
      'TE.CL': post(`${chunked}content-length: 4\r\n`, `5c\r\n${hidden}\r\n0\r\n\r\n`),
      'two lengths': post('content-length: 2\r\ncontent-length: 40\r\n', `{}${hidden}`),
      'a list of lengths': post('content-length: 2, 40\r\n', `{}${hidden}`),
      'another coding': post('transfer-encoding: xchunked\r\n', `0\r\n\r\n${hidden}`),
      'a space before the colon': post('transfer-encoding : chunked\r\n', `0\r\n\r\n${hidden}`),
    }
    const checks = []
    for (const [what, bytes] of Object.entries(cases)) {
      const answer = await sendRaw(shop, bytes, { from })
      const isHeld = !answer.includes('alive') && statusesIn(answer).every((status) => status >= 400)
      checks.push({
        what: `${what}: refused, and the request in the body is not answered`,
        held: isHeld && statusesIn(answer).length === 1,
        seen: statusesIn(answer).join(' ') || 'no answer',
      })
    }
    const { status } = await shop.call('GET', '/api/pranks', { from })
    return { checks: [...checks, expectSame('the shop answers as before', status, 200)] }
  },
}
