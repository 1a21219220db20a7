import {
  type CallOptions,
  newCustomer,
  standInForConsent,
  startServiceForTest,
} from '@prankpost/service-kit/testing'
import { testNamespace } from '@prankpost/test-harness'
import { service } from '../src/service.ts'

export { newId, testAdminPassword as adminPassword } from '@prankpost/service-kit/testing'

/** A complete form. */
export const target = {
  name: 'Gerald Snail',
  address: '1 Garden Path',
  address2: null,
  city: 'Springfield',
  state: 'or',
  zipCode: '97477',
  profilePicture: 'clown',
}

/** Contact on its own database and queues. A test starts the relay when it needs it. */
export async function startFixture(env: Record<string, string> = {}) {
  const consent = standInForConsent()
  const contact = await startServiceForTest(service, testNamespace(), {
    env,
    others: { consent: consent.client },
  })
  return {
    ...contact,
    consent: consent.state,
    internal: contact.clientFor('order'),
    /** Calls as the signed-in owner, or as a guest. */
    call: (method: string, path: string, { owner, ...options }: CallOptions & { owner?: string } = {}) =>
      contact.call(method, path, { ...options, ...(owner && { as: newCustomer({ id: owner }) }) }),
  }
}
