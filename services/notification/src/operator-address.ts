import type { Deps } from './deps.ts'

/** Where mails to the operator go: the address that operators have set, or else that of the environment; null for none. */
export const operatorAddress = async ({ shop, operatorEmail }: Pick<Deps, 'shop' | 'operatorEmail'>) =>
  (await shop.read()).operatorEmail ?? operatorEmail
