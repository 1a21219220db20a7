import { shape, text } from '@prankpost/web-kit'

/** An answer that is a sentence for the customer. */
export const messageAnswer = shape<{ message: string }>({ message: text })
