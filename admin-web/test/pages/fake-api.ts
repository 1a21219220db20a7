import { setTimeout } from 'node:timers/promises'
import { api as contract } from '@prankpost/contracts'
import type { Endpoint } from '@prankpost/contracts/endpoint'
import type { OperatorMe, OperatorRole } from '@prankpost/contracts/operator'
import { serviceNames } from '@prankpost/contracts/services'
import type { ContactMessage, ContactThread } from '@prankpost/contracts/support'
import type { FakeRequest, FakeResponse } from '../../../test/support/front-end.ts'
import { noFigures } from './fake-figures.ts'
import { settingsOf } from './fake-settings.ts'

/** A recorded call. */
export interface FakeCall {
  key: string
  /** The id in the path. */
  id: string | undefined
  query: URLSearchParams
  password: string | undefined
  body: Record<string, unknown>
  headers: FakeRequest['headers']
}

/** An answer of the fake API: JSON or another text, or no answer at all. */
export type FakeAnswer =
  | { status?: number; body?: unknown; text?: string; headers?: Record<string, string>; delayMs?: number }
  | 'unavailable'
type Plan = FakeAnswer | ((call: FakeCall) => FakeAnswer | Promise<FakeAnswer>)

const endpoints: Record<string, Endpoint | undefined> = contract

/** An operator of a role, as `GET /api/operators/me` describes it. */
export const operatorOf = (role: OperatorRole, part: Partial<OperatorMe> = {}): OperatorMe => ({
  id: 'f0'.repeat(12),
  name: `Kim ${role}`,
  email: 'kim@shop.test',
  role,
  needsTotp: false,
  hasTotp: false,
  may: Object.keys(endpoints).filter((key) => endpoints[key]?.roles?.includes(role)),
  ...part,
})

const none = { body: { items: [], total: 0, nextCursor: null } }

/** The smallest server that the admin works with: one correct password, messages that change, and a record of all calls. */
export class FakeApi {
  password = 'prankmaster'
  messages: ContactMessage[] = []
  /** The replies of messages, by message id. */
  replies: Record<string, ContactThread['replies']> = {}
  calls: FakeCall[] = []
  /** Planned answers, by `METHOD /path`; ids in paths are written as `:id`. */
  plans: Record<string, Plan> = {}
  /** The operator who is signed in with an own account; the contract decides what the role may call. */
  operator: OperatorMe | null = null

  reset() {
    Object.assign(this, {
      password: 'prankmaster',
      messages: [],
      replies: {},
      calls: [],
      plans: {},
      operator: null,
    })
  }

  /** The calls of this endpoint so far. */
  callsOf(key: string) {
    return this.calls.filter((call) => call.key === key)
  }

  async answer(request: FakeRequest): Promise<FakeResponse> {
    const { call, id } = callOf(request)
    this.calls.push(call)
    const plan = this.#refusal(call.key) ?? this.plans[call.key] ?? this.#usual(call, id)
    const answer = typeof plan === 'function' ? await plan(call) : plan
    if (answer === 'unavailable') return answer
    const { status = 200, text = JSON.stringify(answer.body ?? {}), headers, delayMs } = answer
    if (delayMs) await setTimeout(delayMs)
    return { status, text, headers }
  }

  /** What the role, or missing one-time codes, do not allow. */
  #refusal(key: string): FakeAnswer | undefined {
    const { roles, beforeTotp } = endpoints[key] ?? {}
    if (this.operator === null || roles === undefined) return
    if (!roles.includes(this.operator.role))
      return { status: 403, body: { message: 'Your role does not allow this.', code: 'forbidden' } }
    if (this.operator.needsTotp && !beforeTotp)
      return { status: 403, body: { message: 'Set up one-time codes first.', code: 'totp_required' } }
  }

  #usual(call: FakeCall, id: string | undefined): FakeAnswer {
    const { key, password, body } = call
    if (key === 'GET /api/operators/me' && this.operator) return { body: this.operator }
    if (
      this.operator === null &&
      (key === 'POST /api/admin/login' ? body.password : password) !== this.password
    ) {
      return { status: 401, body: { message: 'Invalid admin password.', code: 'unauthorized' } }
    }
    if (key === 'GET /api/admin/contact-messages') return this.#list(call.query)
    if (key === 'GET /api/admin/contact-messages/:id') return this.#thread(id)
    if (key === 'POST /api/admin/contact-messages/:id/replies') return this.#reply(id, body)
    if (key === 'PUT /api/admin/contact-messages/:id') return this.#change(id, body)
    if (key === 'DELETE /api/admin/contact-messages/:id') {
      this.messages = this.messages.filter((message) => message.id !== id)
      return { status: 204, text: '' }
    }
    if (key === 'GET /api/admin/settings') return { body: settingsOf() }
    const figures = noFigures[key]
    if (figures) return { body: figures(call.query) }
    const empty = serviceNames.map((service) => `GET /api/admin/dead-letters/${service}`)
    if (empty.includes(key) || key.startsWith('GET /api/admin/')) return none
    return { body: { message: 'Welcome back.' } }
  }

  #list(query: URLSearchParams): FakeAnswer {
    const [status, q = '', cursor] = ['status', 'q', 'cursor'].map((name) => query.get(name) ?? undefined)
    const found = this.messages.filter(
      (message) =>
        (!status || message.status === status) && (message.subject.includes(q) || message.id === q),
    )
    const start = cursor ? found.findIndex(({ id }) => id === cursor) + 1 : 0
    const items = found.slice(start, start + Number(query.get('limit')))
    const isMore = start + items.length < found.length
    return { body: { items, total: found.length, nextCursor: (isMore && items.at(-1)?.id) || null } }
  }

  #thread(id = '', status = 200): FakeAnswer {
    const message = this.messages.find((one) => one.id === id)
    if (!message) return { status: 404, body: { message: 'Gone.' } }
    const replies = this.replies[id] ?? []
    return { status, body: { ...message, replyCount: replies.length, replies } }
  }

  #reply(id = '', { text, replyCount }: Record<string, unknown>): FakeAnswer {
    const replies = this.replies[id] ?? []
    if (replies.length !== replyCount)
      return { status: 409, body: { message: 'A reply arrived meanwhile.', code: 'conflict' } }
    const at = new Date().toISOString()
    this.replies[id] = [...replies, { id, from: 'operator', text: String(text), at, by: 'Kim' }]
    const message = this.messages.find((one) => one.id === id)
    if (message) {
      Object.assign(message, { status: 'in_progress', answered: true, waitingSince: null })
      message.replyCount = replies.length + 1
    }
    return this.#thread(id, 201)
  }

  #change(id: string | undefined, { previous, ...patch }: Record<string, unknown>): FakeAnswer {
    const message = this.messages.find((one) => one.id === id)
    if (!message) return { status: 404, body: { message: 'Gone.' } }
    const seen = previous as Partial<ContactMessage> | undefined
    const hasChanged = (['status', 'adminNotes', 'assignee'] as const).some(
      (field) =>
        seen !== undefined &&
        field in patch &&
        JSON.stringify(seen[field]) !== JSON.stringify(message[field]),
    )
    if (hasChanged)
      return { status: 409, body: { message: 'Another operator has changed this message meanwhile.' } }
    const { id: me = null, name = 'admin' } = this.operator ?? {}
    Object.assign(message, patch, patch.assignee === 'me' && { assignee: { id: me, name } })
    return { body: message }
  }
}

function callOf({ method, url, headers, body }: FakeRequest): { call: FakeCall; id: string | undefined } {
  const { pathname, searchParams } = url
  const id = /\/([0-9a-f]{24})(?=\/|$)/.exec(pathname)?.[1]
  return {
    id,
    call: {
      id,
      key: `${method} ${id ? pathname.replace(id, ':id') : pathname}`,
      query: searchParams,
      password: headers['x-admin-password']?.toString(),
      // A file is recorded by its size only.
      body: headers['content-type']?.startsWith('image/')
        ? { bytes: body?.length }
        : JSON.parse(body || '{}'),
      headers,
    },
  }
}
