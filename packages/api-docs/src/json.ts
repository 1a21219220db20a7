import { pascalCase } from '@prankpost/contracts/endpoint'

/** Part of a document. The official validator of its specification checks it, not the type checker. */
export type Json = Record<string, unknown>

/** `order-paid` -> `orderPaid`. */
export const camel = (name: string) => {
  const upper = pascalCase(name)
  return upper.charAt(0).toLowerCase() + upper.slice(1)
}
