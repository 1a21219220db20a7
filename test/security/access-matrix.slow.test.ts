import { setTimeout as sleep } from 'node:timers/promises'
import {
  type ApiKey,
  api,
  auditList,
  isAudited,
  isAuditedRead,
  type OperatorRole,
  operatorRoles,
  type ServiceName,
} from '@prankpost/contracts'
import type { Endpoint } from '@prankpost/contracts/endpoint'
import { type Stack, startStack, until } from '@prankpost/test-harness'
import { MongoClient } from 'mongodb'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Ledgers, openLedgers } from '../../ledgers/index.ts'
import { aboutNothing, type Caller, callAs } from '../support/access/callers.ts'
import { type Fixture, fixtureOf, type OwnersRequest } from '../support/access/requests.ts'
import { createWorld, ownersWords, signUp, type World } from '../support/access/world.ts'
import { collectionHashes, everyDocument } from '../support/every-document.ts'
import { type HiredOperator, hire, signInAgain } from '../support/operators.ts'
import { createWireCheck, type WireCheck } from '../support/wire-check.ts'

const endpoints = Object.entries(api) as [ApiKey, Endpoint][]
const muchMore = '1000000'

let stack: Stack
let world: World
/** An operator of each role, and an owner without the one-time codes that the role requires. */
let operators: Map<OperatorRole, HiredOperator>
let withoutCodes: HiredOperator
let mongo: MongoClient
let ledgers: Ledgers
/** What was stored before the refused call. */
let unchanged: string
/** Compares all calls with the API's document. */
let wire: WireCheck
let endListening: () => void
beforeAll(async () => {
  stack = await startStack({
    env: {
      // Each call sends its own address, and no sweep changes anything in between.
      gateway: { TRUST_PROXY: '1' },
      auth: {
        ADMIN_FAILURE_LIMIT: muchMore,
        LOGIN_FAILURE_LIMIT: muchMore,
        DATA_EXPORT_LIMIT: muchMore,
        // One account for each public endpoint.
        REGISTRATION_LIMIT: muchMore,
      },
      support: { CONTACT_FORM_LIMIT: muchMore },
      payment: { SESSION_SWEEP_AFTER_MS: muchMore, EVENT_SWEEP_EVERY_MS: muchMore },
    },
  })
  wire = await createWireCheck(stack)
  endListening = wire.listen()
  world = await createWorld(stack)
  operators = new Map()
  for (const role of operatorRoles) operators.set(role, await hire(stack, role))
  withoutCodes = await hire(stack, 'owner', { hasTotp: false })
  mongo = new MongoClient(stack.mongodbUri)
  ledgers = openLedgers(stack)
  made = await makeRequests(endpoints)
  await settled()
  unchanged = await fingerprint()
})
afterAll(async () => {
  endListening()
  await ledgers.close()
  await mongo.close()
  await stack.stop()
})

/** All but rate limits and the audit trail, which record refused calls, and operators' activity (`lastSeenAt`). */
const isCompared = (place: string) => !/\.(limits|audit)$/.test(place)
const fingerprint = async () => JSON.stringify(await collectionHashes(mongo, stack, isCompared, 'lastSeenAt'))
const documents = async () =>
  (await everyDocument(stack, isCompared)).map(
    ({ place, text }) => `${place} ${text.replace(/"lastSeenAt":(?:null|"[^"]*")/, '')}`,
  )

/** Waits until the background work after a change (events and their consumers) is done: two equal readings apart. */
async function settled(): Promise<void> {
  let last = ''
  await until(async () => {
    const now = await fingerprint()
    const isSame = now === last
    last = now
    if (isSame && (await ledgers.traffic.underWay()).length === 0) return true
    await sleep(300)
    return false
  })
}

const guest: Caller = {}
const admin = (): Caller => ({ adminPassword: stack.adminPassword })
const wrongAdmin = (): Caller => ({ adminPassword: `${stack.adminPassword}x` })
const customer = ({ cookie }: { cookie: string }): Caller => ({ cookie })

/** The callers that must be refused, each with the expected status. */
function refusals(
  key: ApiKey,
  { access, roles = [], beforeTotp }: Endpoint,
  { stranger = 404 }: Fixture,
  { ids = [] }: OwnersRequest,
) {
  const isChange = !isRead(key)
  const good = access === 'admin' ? admin() : customer(world.owner)
  return {
    ...(access === 'public' ? {} : { 'a guest': [guest, 401] as const }),
    ...(access === 'customer'
      ? {
          'the operator without a session': [admin(), 401] as const,
          ...(ids.length > 0 ? { 'another customer': [customer(world.stranger), stranger] as const } : {}),
        }
      : {}),
    ...(access === 'admin'
      ? {
          'a wrong admin password': [wrongAdmin(), 401] as const,
          'the owner without the admin password': [customer(world.owner), 401] as const,
          'another customer': [customer(world.stranger), 401] as const,
          'a session that does not exist': [{ cookie: 'prankpost_operator=made-up' }, 401] as const,
          ...(beforeTotp ? {} : { 'an owner without codes': [customer(withoutCodes), 403] as const }),
          ...Object.fromEntries(
            [...operators.values()]
              .filter(({ role }) => !roles.includes(role))
              .map((operator) => [`a ${operator.role}`, [customer(operator), 403] as const]),
          ),
        }
      : {}),
    ...(isChange
      ? {
          'a foreign page': [{ ...good, origin: 'https://evil.test' }, 403] as const,
          'a page without an origin': [{ ...good, origin: 'null' }, 403] as const,
        }
      : {}),
  }
}

// These ids have no owner here: a prank is the same for all, and the payload does not decide who owns an order.
const idsWithoutOwner = ['prankId', 'userId', 'stripeSessionId']

const isRead = (key: ApiKey) => key.startsWith('GET ')
let made: Map<ApiKey, OwnersRequest>
const makeRequest = async ({ make }: Fixture): Promise<OwnersRequest> => (await make?.(world)) ?? {}
async function makeRequests(of: typeof endpoints) {
  const requests = new Map<ApiKey, OwnersRequest>()
  for (const [key, endpoint] of of) requests.set(key, await makeRequest(fixtureFor(key, endpoint)))
  return requests
}

/** Makes every refused call. */
async function refuseAll(key: ApiKey, endpoint: Endpoint, fixture: Fixture, request: OwnersRequest) {
  for (const [who, [caller, wanted]] of Object.entries(refusals(key, endpoint, fixture, request))) {
    const { status, text, message } = await callAs(stack, caller, key, request)
    expect([who, status]).toEqual([who, wanted])
    expectNothingOfTheOwners(text)
    // Another customer's id gets the same answer as an unknown one.
    if (who === 'another customer' && endpoint.access === 'customer') {
      const { message: ofNothing } = await callAs(stack, caller, key, aboutNothing(request))
      expect(message).toBe(ofNothing)
    }
  }
}

const expectNothingOfTheOwners = (text: string) => {
  for (const word of ownersWords) expect(text).not.toContain(word)
}

/** @throws when the endpoint has none */
function fixtureFor(key: ApiKey, { params, body }: Endpoint): Fixture {
  const fixture = fixtureOf(key, params !== undefined || body !== undefined)
  if (fixture === undefined)
    throw new Error(`${key} is new: add a request for it to test/support/access/requests.ts`)
  return fixture
}

// First all refusals: nothing changes, so nothing is waited for between them.
test.each([...new Set(endpoints.map(([, { service }]) => service))])(
  '%s: when callers without access call its endpoints then nothing is revealed or changed, and all is as documented',
  async (service) => {
    const own = endpoints.filter(([, endpoint]) => endpoint.service === service)
    const refuseEach = async (requests: Map<ApiKey, OwnersRequest>) => {
      for (const [key, endpoint] of own)
        await refuseAll(key, endpoint, fixtureFor(key, endpoint), requests.get(key) ?? {})
      return (await fingerprint()) === unchanged
    }
    for (const [key, endpoint] of own) expectIdsNamed(key, endpoint, made.get(key) ?? {})
    const isUnchanged = await refuseEach(made)
    expect(await wire.problems()).toEqual([])
    if (isUnchanged) return
    // On a busy machine earlier work may still have been in progress: once more, with new data.
    const newData = await makeRequests(own)
    await settled()
    unchanged = await fingerprint()
    if (await refuseEach(newData)) return
    // Which endpoint changes what: each alone, with every document.
    for (const [key, endpoint] of own) {
      const fixture = fixtureFor(key, endpoint)
      const again = await makeRequest(fixture)
      await settled()
      const before = await documents()
      await refuseAll(key, endpoint, fixture, again)
      expect([key, await documents()]).toEqual([key, before])
    }
    unchanged = await fingerprint()
  },
)

/** The part of a zod schema that describes its structure. */
interface Schema {
  def?: { innerType?: Schema; element?: Schema; in?: Schema; options?: Schema[] }
  shape?: Record<string, Schema>
}

/** The names of ids in the input of an endpoint, at any depth: `orderId`, `orderIds`, `id`. */
function idsIn(schema: object | undefined): string[] {
  const { def, shape = {} } = (schema ?? {}) as Schema
  const own = Object.entries(shape).flatMap(([name, part]) => [
    ...(/(^id|Id|Ids)$/.test(name) ? [name] : []),
    ...idsIn(part),
  ])
  const inner = [def?.innerType, def?.element, def?.in, ...(def?.options ?? [])]
  return [...own, ...inner.flatMap((part) => (part === undefined ? [] : idsIn(part)))]
}

/** @throws when an endpoint takes ids and its request does not name the owner's */
function expectIdsNamed(key: ApiKey, { access, params, body }: Endpoint, { ids }: OwnersRequest) {
  const taken = [...idsIn(params), ...idsIn(body)].filter((name) => !idsWithoutOwner.includes(name))
  if (access === 'customer' && taken.length > 0 && ids === undefined)
    throw new Error(`${key} takes ${taken}: say in test/support/access/requests.ts which ids are the owner's`)
}

test.each(endpoints)(
  '%s: when a caller with access calls, then they are let in, the audit trail has it, and all is as documented',
  async (key, endpoint) => {
    const fixture = fixtureFor(key, endpoint)
    const request = await makeRequest(fixture)
    const allowed = fixture.allowed ?? endpoint.status
    if (endpoint.access === 'public') await callPublic(key, request, allowed)
    if (endpoint.access === 'customer' && request.ids === undefined) {
      const { text } = await callAs(stack, customer(world.stranger), key, request)
      expectNothingOfTheOwners(text)
    }
    let handedOut = ''
    if (endpoint.access !== 'public') {
      const caller = endpoint.access === 'admin' ? admin() : customer(world.owner)
      const { status, text } = await callAs(stack, { ...caller, origin: stack.baseUrl }, key, request)
      expect([status, status < 400 || text]).toEqual([allowed, expect.anything()])
      handedOut = text
    }
    // A read that returns nothing leaves no entry.
    const isSilent = isAuditedRead(key, endpoint) && /^(\[\]|\{"items":\[\])/.test(handedOut)
    if (isAudited(endpoint) && !isSilent) await expectAudited(key, endpoint.service, allowed)
    await callAsRoles(key, endpoint, request)
    const good = { public: guest, customer: customer(world.owner), admin: admin() }[endpoint.access]
    if (!isRead(key)) await callAs(stack, good, key, { ...request, body: { id: 7, status: [] } })
    expect(await wire.problems()).toEqual([])
  },
)

/** Every role of the contract is let in; after the first call, what was asked for may be done or gone. */
async function callAsRoles(key: ApiKey, { roles = [] }: Endpoint, request: OwnersRequest) {
  for (const role of roles) {
    const operator = operators.get(role)
    if (operator === undefined) throw new Error(`nobody is a ${role}`)
    const { status } = await callAs(stack, { cookie: operator.cookie }, key, request)
    expect([role, status, [401, 403, 500].includes(status)]).toEqual([role, status, false])
    if (key === 'DELETE /api/operators/sessions') await signInAgain(stack, operator)
  }
}

/** A public endpoint is open to a guest, a customer, and an operator, whatever their password. */
async function callPublic(key: ApiKey, request: OwnersRequest, allowed: number) {
  // Signing in and out ends the session of the caller.
  const passerBy = await signUp(stack, 'passerby', 'Passing')
  const callers = [guest, admin(), wrongAdmin(), customer(passerBy)]
  const outcomes = []
  for (const caller of callers) outcomes.push((await callAs(stack, caller, key, request)).status)
  // When only one caller can get it, the first one does.
  const isOnce = allowed === 409
  expect(outcomes).toEqual(callers.map((_, n) => (isOnce && n === 0 ? 201 : allowed)))
}

async function expectAudited(key: ApiKey, service: ServiceName, status: number) {
  const { text } = await callAs(stack, admin(), `GET /api/admin/audit/${service}`, {})
  expect(auditList.parse(JSON.parse(text)).items[0]).toMatchObject({ endpoint: key, outcome: { status } })
}

test('when an endpoint accepts ids in nested fields, then they are found', () => {
  const { body, params } = api['POST /api/create-order-record'] as Partial<Endpoint>
  expect([idsIn(params), idsIn(body)]).toEqual([[], ['prankId', 'contactId', 'userId']])
  expect(idsIn(api['POST /api/admin/orders/status'].body)).toEqual(['orderIds'])
})
