/**
 * Command: `node src/restored-money.ts SINCE` lists, as a line of JSON each, the sessions made at Stripe since then that
 * were paid for something that is not known here. With lines of JSON on its standard input (what a payment is
 * made of, and the session) it takes those in: the running service asks Stripe about them at once. Safe to repeat.
 */
import { connectDatabase, loadConfig } from '@prankpost/service-kit'
import { restoredMoneyConfigSchema } from './config.ts'
import { createPaymentModel } from './payment.model.ts'
import { createStripe } from './stripe-client.ts'
import { ingestPayment, unknownPayment } from './use-cases/ingest-payment.ts'
import { listUnknownMoney } from './use-cases/list-unknown-money.ts'

const config = loadConfig(restoredMoneyConfigSchema)
const connection = await connectDatabase('payment', config)
const payments = createPaymentModel(connection)
const [since] = process.argv.slice(2)
try {
  if (since === undefined) {
    for await (const line of linesOf(process.stdin)) {
      await ingestPayment(unknownPayment.parse(JSON.parse(line)), { payments })
    }
  } else {
    const stripe = createStripe(config.STRIPE_SECRET_KEY, config.STRIPE_API_BASE)
    for await (const money of listUnknownMoney(new Date(since), { payments, stripe })) {
      process.stdout.write(`${JSON.stringify(money)}\n`)
    }
  }
} finally {
  await connection.close()
}

async function* linesOf(input: NodeJS.ReadStream) {
  let text = ''
  for await (const chunk of input.setEncoding('utf8')) text += chunk
  yield* text.split('\n').filter((line) => line !== '')
}
