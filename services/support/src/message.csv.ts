import type { CsvColumns } from '@prankpost/service-kit'
import type { ListedMessage } from './message.model.ts'

/** A message as a row of the operator's export. */
export const messageColumns: CsvColumns<ListedMessage> = {
  'Message id': ({ _id }) => String(_id),
  'Received at': ({ createdAt }) => createdAt.toISOString(),
  Status: ({ status }) => status,
  Name: ({ name }) => name,
  'E-mail': ({ email }) => email,
  Subject: ({ subject }) => subject,
  Message: ({ message }) => message,
  'Admin notes': ({ adminNotes }) => adminNotes,
  Replies: ({ replies }) => replies?.length ?? 0,
}
