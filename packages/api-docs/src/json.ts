import { pascalCase } from '@prankpost/contracts/endpoint'

/** Part of a document: what a specification of an API allows is for its official validator to say. */
export type Json = Record<string, unknown>

/** `order-paid` -> `orderPaid`. */
export const camel = (name: string) => {
  const upper = pascalCase(name)
  return upper.charAt(0).toLowerCase() + upper.slice(1)
}
