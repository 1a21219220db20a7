import * as contracts from '@prankpost/contracts'
import { z } from 'zod'
import { type Json, pascal } from './json.ts'
import { schemaExamples, schemaWords } from './schema-words.ts'

const refPath = '#/components/schemas/'
/** Ends the name of a component as a caller may send it, until it is known whether anybody gets it the other way. */
const sent = '~sent'

/** Which side of a schema a document shows: what a caller may send, or what comes out. */
type Side = 'input' | 'output'

export interface SchemaBook {
  /** A schema of the contracts' two maps, in place or as a reference to its component. */
  schemaOf(schema: z.ZodType, side: Side): Json
  /** The same in place, whether or not it has a name. */
  inPlace(schema: z.ZodType, side: Side): Json
  /**
   * The document with the components that it refers to. One that is both sent and answered and looks
   * different then is there twice, `...Input` as callers send it.
   */
  finish(document: Json & { components: Json }): Json
}

/** Makes JSON Schemas of the contracts' zod schemas; the ones that contracts export are components of that name. */
export function createSchemaBook(target: 'draft-2020-12' | 'draft-07'): SchemaBook {
  const ids = register()
  const sides = { input: generate(ids, target, 'input'), output: generate(ids, target, 'output') }
  const used = new Map<string, Json>()
  const idOf = (schema: z.ZodType) => ids.get(schema)?.id ?? ''

  const settle = (value: unknown, side: Side): unknown => {
    if (Array.isArray(value)) return value.map((one) => settle(one, side))
    if (typeof value !== 'object' || value === null) return value
    const { $ref, ...parts } = value as Json
    const settled = Object.entries(parts).map(([key, part]) => [key, settle(part, side)])
    const ref = $ref === undefined ? {} : refer(String($ref).slice(refPath.length), side)
    return { ...ref, ...Object.fromEntries(settled) }
  }
  const refer = (id: string, side: Side): Json => {
    if (id.startsWith('~')) return settle(sides[side][id], side) as Json
    const name = side === 'input' ? id + sent : id
    if (!used.has(name)) {
      used.set(name, {})
      used.set(name, settle(sides[side][id], side) as Json)
    }
    return { $ref: refPath + name }
  }

  return {
    schemaOf: (schema, side) => refer(idOf(schema), side),
    inPlace: (schema, side) => settle(sides[side][idOf(schema)], side) as Json,
    finish(document) {
      const { components } = document
      const schemas = { ...Object(components.schemas), ...Object.fromEntries(used) }
      return nameSent({ ...document, components: { ...components, schemas } }, used)
    },
  }
}

type Ids = z.core.$ZodRegistry<{ id: string; description?: string }>

// What is written in place in a map is generated with the rest, so that it refers to the named ones.
function register(): Ids {
  const ids: Ids = z.registry()
  for (const [name, value] of Object.entries(contracts)) {
    if (!(value instanceof z.ZodType) || ids.has(value)) continue
    const description = schemaWords[name as keyof typeof schemaWords]
    ids.add(value, { id: pascal(name), ...(description === undefined ? {} : { description }) })
  }
  const inMaps = [...Object.values(contracts.api), ...Object.values(contracts.events)].flatMap(Object.values)
  for (const [n, value] of inMaps.entries()) {
    if (value instanceof z.ZodType && !ids.has(value)) ids.add(value, { id: `~${n}` })
  }
  return ids
}

function generate(ids: Ids, target: string, io: Side): Record<string, Json> {
  const { schemas } = z.toJSONSchema(ids, {
    target,
    io,
    metadata: ids,
    uri: (id) => refPath + id,
    // What only a function can tell is not said in JSON; the server's message says it then.
    unrepresentable: 'any',
    override({ jsonSchema }) {
      // A format says the same as zod's long pattern, and every integer is a safe one.
      if (jsonSchema.format !== undefined) delete jsonSchema.pattern
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
    },
  })
  return Object.fromEntries(
    Object.entries(schemas).map(([id, { $schema: _, $id: __, id: ___, ...schema }]) => [
      id,
      id in examples ? { ...schema, examples: [examples[id]] } : schema,
    ]),
  )
}

const examples: Record<string, string> = Object.fromEntries(
  Object.entries(schemaExamples).map(([name, example]) => [pascal(name), example]),
)

/** Gives the components that callers send their last names. @throws when two would have the same */
function nameSent(document: Json, used: Map<string, Json>): Json {
  let text = JSON.stringify(document)
  for (const [name, schema] of used) {
    if (!name.endsWith(sent)) continue
    const id = name.slice(0, -sent.length)
    const other = used.get(id)
    const isOne = other === undefined || JSON.stringify(schema).replaceAll(sent, '') === JSON.stringify(other)
    const last = isOne ? id : `${id}Input`
    if (last !== id && used.has(last)) throw new Error(`what is ${last}?`)
    text = text.replaceAll(new RegExp(`(["/])${id}${sent}"`, 'g'), `$1${last}"`)
  }
  const named = JSON.parse(text) as Json & { components: { schemas: Json } }
  const { schemas } = named.components
  named.components.schemas = Object.fromEntries(
    Object.entries(schemas).sort(([a], [b]) => a.localeCompare(b)),
  )
  return named
}
