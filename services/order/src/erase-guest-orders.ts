/**
 * Command: `node src/erase-guest-orders.ts ADDRESS` erases the personal data of a guest without an account; safe to
 * repeat.
 */
import { email } from '@prankpost/contracts'
import { createOutbox } from '@prankpost/messaging'
import { connectDatabase, loadConfig, serviceConfig } from '@prankpost/service-kit'
import { createOrderModel } from './order.model.ts'
import { eraseGuestOrders } from './use-cases/erase-guest-orders.ts'

const address = email.safeParse(process.argv[2])
if (!address.success) {
  process.stderr.write('Usage: node src/erase-guest-orders.ts ADDRESS\n')
  process.exit(64)
}

const config = loadConfig(serviceConfig.pick({ MONGODB_URI: true, DATABASE_PREFIX: true }))
const connection = await connectDatabase('order', config)
try {
  const orders = createOrderModel(connection)
  const outbox = createOutbox(orders, () => undefined)
  const { erased, waiting } = await eraseGuestOrders({ email: address.data }, { orders, outbox })
  process.stdout.write(
    `${erased} orders have no names any more; ${waiting} are still to be sent: run it again after.\n`,
  )
} finally {
  await connection.close()
}
