import { z } from 'zod'
import { maxCustomMessageLength } from './constants.ts'
import { postalAddress } from './contact.ts'
import { line, paragraph, timestamp } from './primitives.ts'

/** One order of another shop, as imported from a JSON file. */
export const importedOrder = z.object({
  externalId: z.string().trim().min(1).max(100),
  customerEmail: z.string().trim().toLowerCase().pipe(z.email()),
  customerName: line(200, 'Customer name', 0).nullish(),
  status: z.enum(['paid', 'processing', 'shipped', 'delivered']),
  paidAt: timestamp,
  customMessage: paragraph(maxCustomMessageLength, 'Custom message', 0).nullish(),
  paymentReference: z.string().trim().max(255).nullish(),
  items: z
    .array(
      z.object({
        prankName: line(100, 'Prank name'),
        quantity: z.int().min(1).max(10).default(1),
        price: z.string().regex(/^\d{1,5}\.\d{2}$/, 'must be an amount such as "4.99"'),
        // Other shops may have less data: missing parts are shown as 'Details not available'.
        contact: postalAddress.partial().required({ name: true }),
      }),
    )
    .min(1)
    .max(50),
})
export type ImportedOrder = z.infer<typeof importedOrder>
export const importFile = z.array(importedOrder).min(1).max(100_000)
