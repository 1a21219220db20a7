/** A place that is searched for traces of senders, and the test that searches it. */
export interface SearchedPlace {
  place: string
  how: string
  /** The file of the test, and its name. */
  test: string
  name: string
}

/** How many senders and parcels the test has. */
export const senders = 972
export const parcels = 1_020

const search = 'test/security/anonymity.slow.test.ts'

/** Where the tests search for senders. test/docs/documents.test.ts verifies that each of these tests exists. */
export const searchedPlaces: SearchedPlace[] = [
  {
    place: 'Labels and slips',
    how: 'The label and the slip of every parcel are printed and read, and so is what the PDF files say about themselves.',
    test: search,
    name: 'then no label and no packing slip names a sender',
  },
  {
    place: 'Differences between parcels',
    how: 'Parcels of different senders are compared: only the target, the prank, the message and a random reference differ.',
    test: search,
    name: 'then documents of all senders are equal except for target, prank, message and a random reference',
  },
  {
    place: 'The page of the code on a slip',
    how: 'The code of a slip is opened whose sender hides a name. It is guessed twice and answered, a parcel is reported and all are stopped. Every response is searched, with its headers.',
    test: search,
    name: 'then no response to a recipient names a sender',
  },
  {
    place: 'Mails to others',
    how: 'The mail that a recipient gets is searched.',
    test: search,
    name: 'then no mail to a recipient names a sender',
  },
  {
    place: 'Lists and exports of the people who pack',
    how: 'A packer signs in, and reads every list and every file that packers may read.',
    test: search,
    name: 'then nothing that a packer may read names a sender',
  },
  {
    place: 'What is stored about parcels',
    how: 'Every document of the parcels database is searched, with its record of changes.',
    test: search,
    name: 'then no data of fulfilment names a sender: no parcel, no audit entry',
  },
  {
    place: 'The published draws',
    how: 'The draws of all plans are published as after their month, and searched: for senders, targets, addresses and ids.',
    test: search,
    name: 'then no published draw names a sender, a target or an address',
  },
  {
    place: 'Messages between our systems',
    how: 'Every event about an order, a payment, a target or a parcel is searched, with its headers.',
    test: search,
    name: 'then no event about an order, a payment, a target or a parcel names a sender, and neither do its headers',
  },
  {
    place: 'Logs, traces and metrics',
    how: 'All of them are searched, at the most detailed level.',
    test: search,
    name: 'then no log, no trace and no metric names a sender',
  },
]
