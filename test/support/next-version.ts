import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'

const root = path.join(import.meta.dirname, '..', '..')

/** Changes of the sources: the old text and the new text. */
type Edits = Record<string, [from: string, to: string][]>

/**
 * The message in the parcel gets a new name, in the documents and in the event, as in a version that runs next to
 * the previous one. Both forms are written and read; a sweep adds the new one to the documents
 * that have only the old one.
 */
const edits: Edits = {
  'packages/contracts/src/order-events.ts': [
    [
      `      'consent',
      'notification',
    ],
    data: aboutOrder.extend({
      items: z.array(
        parcel.extend({`,
      `      'consent',
      'notification',
    ],
    version: 2,
    earlier: {
      1: (data: unknown) => {
        const { customMessage, ...rest } = data as { customMessage: unknown }
        return { ...rest, parcelMessage: customMessage }
      },
    },
    data: aboutOrder.extend({
      items: z.array(
        parcel.extend({`,
    ],
    ['      customMessage: z.string().nullable(),', '      parcelMessage: z.string().nullable(),'],
  ],
  'services/order/src/order.model.ts': [
    ['    customMessage: text,', '    customMessage: text,\n    parcelMessage: text,'],
  ],
  'services/order/src/use-cases/place-order.ts': [
    [
      '    customMessage,\n    agreement',
      '    customMessage,\n    parcelMessage: customMessage,\n    agreement',
    ],
  ],
  'services/order/src/use-cases/mark-order-paid.ts': [
    [
      '    customMessage: order.customMessage,',
      '    parcelMessage: order.parcelMessage ?? order.customMessage,',
    ],
  ],
  'services/order/src/service.ts': [
    [
      '    { start: () => void loadPrices(deps)',
      `    createSweep('parcel message', 1_000, log, async () => {
      const isOld = { $expr: { $ne: [{ $ifNull: ['$parcelMessage', null] }, '$customMessage'] } }
      await deps.orders.updateMany(isOld, [{ $set: { parcelMessage: '$customMessage' } }], { updatePipeline: true })
      return false
    }),
    { start: () => void loadPrices(deps)`,
    ],
  ],
  'services/fulfilment/src/use-cases/open-order-shipment.ts': [
    [
      'items, customMessage, paidAt, parcelsRevision }',
      'items, parcelMessage: customMessage, paidAt, parcelsRevision }',
    ],
  ],
}

/** Writes the next version of the checkout's services to a separate folder. @throws when a source has changed otherwise */
export function makeNextVersion(): { root: string; remove(): void } {
  const copy = mkdtempSync(path.join(os.tmpdir(), 'prankpost-next-'))
  const isSource = (from: string) => !/\/(dist|test|\.local)(\/|$)/.test(from.slice(root.length))
  for (const folder of ['packages', 'services', 'package.json']) {
    cpSync(path.join(root, folder), path.join(copy, folder), {
      recursive: true,
      verbatimSymlinks: true,
      filter: isSource,
    })
  }
  symlinkSync(path.join(root, 'node_modules'), path.join(copy, 'node_modules'))
  for (const [file, changes] of Object.entries(edits)) {
    let source = readFileSync(path.join(copy, file), 'utf8')
    for (const [from, to] of changes) {
      if (source.split(from).length !== 2) throw new Error(`${file} does not have once: ${from}`)
      source = source.replace(from, () => to)
    }
    writeFileSync(path.join(copy, file), source)
  }
  return { root: copy, remove: () => rmSync(copy, { recursive: true, force: true }) }
}
