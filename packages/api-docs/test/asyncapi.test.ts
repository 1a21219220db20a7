import { Parser } from '@asyncapi/parser'
import { type EventName, events } from '@prankpost/contracts'
import { describe, expect, test } from 'vitest'
import { asyncApiDocument } from '../src/index.ts'
import { type Document, follow, refsIn, unusedIn } from './fixture.ts'

interface Ref {
  $ref: string
}
interface Operation {
  action: 'send' | 'receive'
  channel: Ref
  messages: Ref[]
  tags: { name: string }[]
}
interface Channel {
  address: string
  bindings: { amqp: { is: string; exchange?: object; queue?: object } }
}
const document = asyncApiDocument() as unknown as Document & {
  asyncapi: string
  channels: Record<string, Channel>
  operations: Record<string, Operation>
}
const names = Object.keys(events) as EventName[]

/** Each operation as service, action, event and address. */
const described = Object.values(document.operations).map(({ action, channel, messages, tags }) => {
  const { address } = follow(document, channel.$ref) as Channel
  const [message = '', ...more] = messages.map(
    ({ $ref }) => (follow(document, (follow(document, $ref) as Ref).$ref) as { name: string }).name,
  )
  expect(more).toEqual([])
  return `${tags[0]?.name} ${action}s ${message} at ${address}`
})

describe('the AsyncAPI document', () => {
  test('when the official parser reads it then it reports no errors; in a broken document it does', async () => {
    const { document: parsed, diagnostics } = await new Parser().parse(JSON.stringify(document))
    expect(parsed?.version()).toBe('3.0.0')
    expect(diagnostics.filter(({ code }) => code !== 'asyncapi-latest-version')).toEqual([])
    const broken = await new Parser().parse(JSON.stringify({ asyncapi: '3.0.0', channels: {} }))
    expect(broken.diagnostics.some(({ severity }) => severity === 0)).toBe(true)
  })

  test('when it is compared with the contract then it contains each event, its owner and its readers, and nothing else', () => {
    const wanted = names.flatMap((name) => [
      `${events[name].owner} sends ${name} at ${name}`,
      ...events[name].readers.map((reader) => `${reader} receives ${name} at ${reader}.${name}`),
    ])
    expect([...described].sort()).toEqual(wanted.sort())
    expect(Object.keys(document.components.messages ?? {})).toHaveLength(names.length)
    expect(Object.keys(document.channels)).toHaveLength(wanted.length)
  })

  test('when it contains a reference then the target exists, and there are no unused components', () => {
    const refs = refsIn(document)
    expect(refs.length).toBeGreaterThan(50)
    expect(refs.filter((ref) => follow(document, ref) === undefined)).toEqual([])
    for (const kind of ['schemas', 'messages']) expect(unusedIn(document, kind)).toEqual([])
  })
})
