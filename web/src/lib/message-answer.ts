import { shape, text } from '@prankpost/web-kit'

/** A response that contains a message for the customer. */
export const messageAnswer = shape<{ message: string }>({ message: text })
