import type { AdminSettings } from '@prankpost/contracts/shop'
import type { AdminText, TextName } from '@prankpost/contracts/text'
import { idOf } from '../samples.ts'

/** The settings of a shop in which operators have set nothing. */
export const settingsOf = (over: Partial<AdminSettings> = {}): AdminSettings => ({
  sender: null,
  returnAddress: null,
  closedUntil: null,
  closedReason: null,
  operatorEmail: null,
  lowStockLevel: null,
  addressCap: null,
  addressSenderCap: null,
  defaults: {
    sender: 'Parcel Services',
    returnAddress: '',
    lowStockLevel: 5,
    addressCap: 8,
    addressSenderCap: 6,
  },
  revision: 7,
  updatedAt: null,
  updatedBy: null,
  ...over,
})

/** A version of a text. */
export const textOf = (name: TextName, version: number, markdown: string): AdminText => ({
  id: idOf(version),
  name,
  version,
  label: version === 1 ? 'December 2024' : `May 5, 2026 (version ${version})`,
  publishedAt: '2026-05-05T10:00:00.000Z',
  by: 'Kim',
  markdown,
  sections: [{ title: 'Parsed', blocks: [{ kind: 'paragraph', lines: [[{ text: markdown }]] }] }],
})
