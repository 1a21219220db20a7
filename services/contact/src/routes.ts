import { addressCheckRequest, drawTargetsQuery, ownedContactsQuery } from '@prankpost/contracts'
import { type InternalRoute, on, onInternal, type Route } from '@prankpost/service-kit'
import type { Deps } from './deps.ts'
import { addContact } from './use-cases/add-contact.ts'
import { changeContact } from './use-cases/change-contact.ts'
import { findOwnedContacts } from './use-cases/find-owned-contacts.ts'
import { listContacts } from './use-cases/list-contacts.ts'
import { listDrawTargets } from './use-cases/list-draw-targets.ts'
import { removeContact } from './use-cases/remove-contact.ts'

/** The HTTP map of contact; the contract defines schemas and access. */
export const routes = (deps: Deps): Route[] => [
  on('GET /api/contacts', ({ user }) => listContacts({ ownerId: user.id }, deps)),
  on('POST /api/contacts', ({ user, body }) => addContact({ ownerId: user.id, input: body }, deps)),
  on('PUT /api/contacts/:id', ({ user, params, body }) =>
    changeContact({ ownerId: user.id, id: params.id, patch: body }, deps),
  ),
  on('PATCH /api/contacts/:id', ({ user, params, body }) =>
    changeContact({ ownerId: user.id, id: params.id, patch: body }, deps),
  ),
  on('DELETE /api/contacts/:id', ({ user, params }) =>
    removeContact({ ownerId: user.id, id: params.id }, deps),
  ),
  on('GET /api/admin/user-contacts/:userId', ({ params }) => listContacts({ ownerId: params.userId }, deps)),
]

/** The internal endpoints of contact. */
export const internalRoutes = (deps: Deps): InternalRoute[] => [
  onInternal('get', '/internal/contacts', ['order', 'fulfilment'], ownedContactsQuery, (query) =>
    findOwnedContacts(query, deps),
  ),
  onInternal('get', '/internal/draw-targets', ['fulfilment'], drawTargetsQuery, (query) =>
    listDrawTargets(query, deps),
  ),
  onInternal('post', '/internal/address-checks', ['order'], addressCheckRequest, (address) =>
    deps.addressCheck.check(address),
  ),
]
