import { randomUUID } from 'node:crypto'
import { until } from '@prankpost/test-harness'
import { type Attack, expectSame } from '../frame/attack.ts'
import { auditOf } from '../kit/people.ts'

/** A stranger chooses the request id that the audit trail records for a wrong admin password. */
export const chosenRequestId: Attack = {
  name: 'chosen-request-id',
  finding: '8',
  bound: "the shop's own id is stored",
  async run(shop) {
    const chosen = randomUUID()
    const from = shop.newAddress()
    const headers = { 'x-request-id': chosen }
    const body = { password: 'not the password' }
    const answer = await shop.call('POST', '/api/admin/login', { from, headers, body })
    const entry = await until(async () =>
      (await auditOf(shop, 'auth', from)).find(({ address }) => address === from),
    )
    return {
      checks: [
        expectSame(
          'the answer has the id that the caller chose',
          answer.headers['x-request-id'] === chosen,
          false,
        ),
        expectSame('the audit trail has it', entry.requestId === chosen, false),
      ],
    }
  },
}
