/**
 * Command: `node src/restored-money.ts SINCE` lists the sessions created at Stripe since then that were paid for an
 * unknown order or plan, one line of JSON for each. Without SINCE it reads lines of JSON from its standard input (the
 * fields of a payment and its session) and adds those payments: the running service then reads them from Stripe at once.
 * Safe to repeat.
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
