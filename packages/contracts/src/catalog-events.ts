import { z } from 'zod'
import { text } from './event-payload.ts'
import { cents } from './money.ts'
import { prankImage } from './prank.ts'
import { objectId, timestamp } from './primitives.ts'
import { shopState } from './shop.ts'
import { publishedText } from './text.ts'

export const catalogEvents = {
  'prank-changed': {
    about:
      'A prank was added or changed. `revision` increases with each change, so that late events can be ignored.',
    owner: 'catalog',
    readers: ['order'],
    data: z.object({
      prankId: objectId,
      name: text,
      description: z.string().max(2000),
      priceCents: cents,
      tier: text,
      image: prankImage,
      onSale: z.boolean(),
      /** Whether its stock is counted. Events of earlier versions do not say it. */
      isCounted: z.boolean().optional(),
      revision: z.int().min(1),
    }),
  },
  'stock-low': {
    about:
      'The stock of a prank fell to the level at which operators want to know it. Emitted once until it is set again.',
    owner: 'catalog',
    readers: ['notification'],
    data: z.object({ prankId: objectId, name: text, left: z.int(), at: timestamp }),
  },
  'shop-changed': {
    about:
      'An operator changed the settings of the shop. Contains all of them; a higher `version` replaces a lower one. Null: the default of the environment.',
    owner: 'catalog',
    readers: ['order', 'subscription', 'fulfilment', 'consent', 'notification'],
    data: shopState,
  },
  'text-published': {
    about:
      'A version of a text of the store was published: from then on customers agree to that version of the terms.',
    owner: 'catalog',
    readers: ['auth', 'order', 'subscription'],
    data: publishedText,
  },
} as const
