import { newId } from '@prankpost/service-kit/testing'
import { importOrders } from '../src/use-cases/import-orders.ts'
import type { startShop } from './shop.ts'

/** An order of another shop, to the address of `item()`. */
export const guestOrder = (status: 'paid' | 'shipped') => ({
  externalId: `shop-${newId()}`,
  customerEmail: 'guest@customers.test',
  status,
  paidAt: new Date().toISOString(),
  items: [
    {
      prankName: 'Prank of 499 cents',
      quantity: 1,
      price: '4.99',
      contact: {
        name: 'Gerald Snail',
        address: '1 Garden Path',
        city: 'Springfield',
        state: 'OR',
        zipCode: '97477',
      },
    },
  ],
})

/** Imports one; returns its id. */
export async function importOne(
  { deps, orders }: Pick<Awaited<ReturnType<typeof startShop>>, 'deps' | 'orders'>,
  status: 'paid' | 'shipped',
): Promise<string> {
  const guest = guestOrder(status)
  await importOrders([guest], deps)
  return String((await orders.findOne({ externalId: guest.externalId }).lean())?._id)
}
