import { type CustomerDataService, customerDataServices, type EventData } from '@prankpost/contracts'
import type { OwnHandlers } from '@prankpost/service-kit'
import type { Deps } from './deps.ts'
import { recordErasure } from './use-cases/record-erasure.ts'

type Answer = { data: EventData<'order-data-erased'> }

/** The message map of auth: published texts, and each service's answer to a deletion. */
export const handlers = (deps: Deps): OwnHandlers<'auth'> => {
  const handlerOf = (service: CustomerDataService) => [
    `${service}-data-erased`,
    ({ data }: Answer) => recordErasure(service, data, deps),
  ]
  return {
    ...deps.texts.handlers,
    ...Object.fromEntries(customerDataServices.map(handlerOf)),
  } as OwnHandlers<'auth'>
}
