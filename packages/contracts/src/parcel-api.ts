import type { Endpoints } from './endpoint.ts'
import { may } from './operator.ts'
import * as parcel from './parcel.ts'
import { refundAnswer } from './refund.ts'

/** 500 ids of 100 characters take 51 kB; with a carrier and a tracking number each 130 kB. */
const idsMaxBytes = 65_536
const shipMaxBytes = 196_608
const importMaxBytes = 1_572_864

const packing = { service: 'fulfilment', access: 'admin', roles: may.pack, status: 200 } as const
const answering = { service: 'fulfilment', access: 'admin', roles: may.answer, status: 200 } as const

/** The endpoints of the operator's parcel queue. */
export const parcelApi = {
  'GET /api/admin/parcels': {
    operationId: 'listParcels',
    summary: 'List parcels of orders and plans, earliest promise first',
    service: 'fulfilment',
    access: 'admin',
    roles: may.anyone,
    status: 200,
    query: parcel.parcelQuery,
    answer: parcel.parcelList,
  },
  'POST /api/admin/parcels/pick-list': {
    operationId: 'sumPickList',
    summary: 'Sum the pranks of parcels',
    fails: [404],
    ...packing,
    unaudited: 'figures',
    body: parcel.parcelIds,
    maxBodyBytes: idsMaxBytes,
    answer: parcel.pickList,
  },
  'POST /api/admin/parcels/labels': {
    operationId: 'printLabels',
    summary: 'Create labels and packing slips as one PDF',
    description:
      'A label (4 x 6 inch) and a slip for each parcel. Printing is not shipping. A label that was printed before says `REPRINT`.',
    fails: [404, 409],
    ...packing,
    body: parcel.parcelIds,
    maxBodyBytes: idsMaxBytes,
    file: 'application/pdf',
  },
  'POST /api/admin/parcels/ship': {
    operationId: 'shipParcels',
    summary: 'Ship parcels',
    ...packing,
    hidesFields: ['trackingNumber'],
    body: parcel.shipParcelsInput,
    maxBodyBytes: shipMaxBytes,
    answer: parcel.shipParcelsAnswer,
  },
  'POST /api/admin/parcels/scan': {
    operationId: 'scanParcel',
    summary: 'Find a parcel by the code on its label, and ship it',
    fails: [404],
    ...packing,
    hidesFields: ['trackingNumber'],
    body: parcel.scanInput,
    answer: parcel.scanAnswer,
  },
  'POST /api/admin/parcels/import': {
    operationId: 'importTracking',
    summary: 'Import tracking numbers and delivery reports from CSV',
    ...packing,
    hidesFields: ['csv'],
    body: parcel.importInput,
    maxBodyBytes: importMaxBytes,
    answer: parcel.importAnswer,
  },
  'POST /api/admin/parcels/:id/delivered': {
    operationId: 'reportParcelDelivered',
    summary: 'Report that a parcel arrived',
    fails: [404, 409],
    ...packing,
    params: parcel.parcelParams,
    body: parcel.deliveredInput,
    answer: parcel.queuedParcel,
  },
  'POST /api/admin/parcels/:id/returned': {
    operationId: 'reportParcelReturned',
    summary: 'Report that a parcel came back',
    fails: [404, 409],
    ...packing,
    params: parcel.parcelParams,
    answer: parcel.queuedParcel,
  },
  'POST /api/admin/parcels/:id/send-again': {
    operationId: 'sendParcelAgain',
    summary: 'Send a parcel again that came back',
    description:
      'The parcel is `to_pack` again, with the same address, and the customer gets a mail. No money moves. Refused with 409 for a parcel that was refunded or is sent again already, of an ended plan, and when no parcel may be sent to its target any more.',
    fails: [404, 409],
    ...packing,
    params: parcel.parcelParams,
    answer: parcel.queuedParcel,
  },
  'POST /api/admin/parcels/:id/refund': {
    operationId: 'refundReturnedParcel',
    summary: 'Refund a parcel that came back',
    description:
      'The customer gets what was paid for it, of a plan its share of the month, less earlier refunds, and a mail. A repeat returns the first refund. Refused with 409 for a parcel that did not come back or is sent again, and when nothing of its order is left.',
    fails: [404, 409],
    ...answering,
    status: 201,
    params: parcel.parcelParams,
    answer: refundAnswer,
  },
  'POST /api/admin/parcels/:id/hold': {
    operationId: 'holdParcel',
    summary: 'Hold a parcel that was not shipped',
    fails: [404, 409],
    ...packing,
    params: parcel.parcelParams,
    body: parcel.holdInput,
    answer: parcel.queuedParcel,
  },
  'POST /api/admin/parcels/:id/release': {
    operationId: 'releaseParcel',
    summary: 'Release a parcel that is held',
    description:
      'A parcel that was held for review is released only by operators who may see messages: a packer gets 403.',
    fails: [404, 409],
    service: 'fulfilment',
    access: 'admin',
    roles: may.release,
    status: 200,
    params: parcel.parcelParams,
    answer: parcel.queuedParcel,
  },
  'POST /api/admin/parcels/:id/refuse': {
    operationId: 'refuseParcel',
    summary: 'Refuse a parcel that is held',
    description:
      'The parcel is withdrawn, what was paid for it is refunded, and the customer gets a mail with the reason. A repeat changes nothing. Refused with 409 for a parcel that is not held, and for a parcel of a plan.',
    fails: [404, 409],
    ...answering,
    params: parcel.parcelParams,
    body: parcel.refuseInput,
    answer: parcel.queuedParcel,
  },
} as const satisfies Endpoints
