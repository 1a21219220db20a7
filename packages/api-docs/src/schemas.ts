import * as contracts from '@prankpost/contracts'
import { pascalCase } from '@prankpost/contracts/endpoint'
import { schemaDescriptions, schemaExamples } from '@prankpost/contracts/schema-descriptions'
import { z } from 'zod'
import type { Json } from './json.ts'

const refPath = '#/components/schemas/'
/** Ends the name of a component as a caller sends it, until it is known whether it is also answered and differs. */
const sent = '~sent'

/** Which side of a schema a document shows: what a caller may send, or what is answered. */
type Side = 'input' | 'output'

export interface SchemaBook {
  /** A schema of the contract: a reference to its component if the contract exports it, in place if not. */
  schemaOf(schema: z.ZodType, side: Side): Json
  /** The same, always in place. */
  inPlace(schema: z.ZodType, side: Side): Json
  /**
   * The document with the components that it refers to. A component that is both sent and answered, and differs,
   * is there twice, as `...Input` for callers.
   */
  finish(document: Json & { components: Json }): Json
}

/** Makes JSON Schemas of the contract's zod schemas; those that it exports are components of that name. */
export function createSchemaBook(target: 'draft-2020-12' | 'draft-07'): SchemaBook {
  const components: Record<string, Json> = {}

  /** zod writes a schema of the registry as a reference, and adds the definition of all that is referred to. */
  const generate = (schema: z.ZodType, side: Side) => {
    const ending = side === 'input' ? sent : ''
    // Conditions that only a function can check are not in JSON; the server's message states them.
    const made = z.toJSONSchema(schema, { target, io: side, metadata: ids, unrepresentable: 'any', override })
    const text = JSON.stringify(made).replaceAll(
      /"#\/(?:\$defs|definitions)\/(\w+)"/g,
      `"${refPath}$1${ending}"`,
    )
    const { $schema: _, $defs, definitions = $defs ?? {}, ...json } = JSON.parse(text) as Json
    const named = Object.entries(definitions as Record<string, Json>)
    return { json, named: new Map(named.map(([name, definition]) => [name + ending, definition])) }
  }

  return {
    schemaOf(schema, side) {
      const { json, named } = generate(schema, side)
      for (const [name, definition] of named) components[name] = definition
      return json
    },
    inPlace(schema, side) {
      const { json, named } = generate(schema, side)
      const own = String(json.$ref).slice(refPath.length)
      for (const [name, definition] of named) if (name !== own) components[name] = definition
      return named.get(own) ?? json
    },
    finish: (document) => nameSent(document, components),
  }
}

const ids: z.core.$ZodRegistry<{ id: string; description?: string }> = z.registry()
const examples = new Map<unknown, string | undefined>()
for (const [name, schema] of Object.entries(contracts) as [keyof typeof contracts, unknown][]) {
  if (!(schema instanceof z.ZodType) || ids.has(schema)) continue
  const description = schemaDescriptions[name]
  ids.add(schema, { id: pascalCase(name), ...(description === undefined ? {} : { description }) })
  examples.set(schema, schemaExamples[name])
}

function override({
  zodSchema,
  jsonSchema,
}: {
  zodSchema: unknown
  jsonSchema: z.core.JSONSchema.BaseSchema
}) {
  // A format says the same as zod's long pattern, and every integer is a safe one.
  if (jsonSchema.format !== undefined) delete jsonSchema.pattern
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
  // In a schema's metadata zod would leave them out of what is sent, if the schema transforms it.
  const example = examples.get(zodSchema)
  if (example !== undefined) jsonSchema.examples = [example]
}

/** Gives the components that callers send their final names. @throws when two would have the same */
function nameSent(document: Json & { components: Json }, used: Record<string, Json>): Json {
  const { components } = document
  const schemas = { ...Object(components.schemas), ...used }
  let text = JSON.stringify({ ...document, components: { ...components, schemas } })
  for (const [name, schema] of Object.entries(used)) {
    if (!name.endsWith(sent)) continue
    const id = name.slice(0, -sent.length)
    const other = used[id]
    const isOne = other === undefined || JSON.stringify(schema).replaceAll(sent, '') === JSON.stringify(other)
    const last = isOne ? id : `${id}Input`
    if (last !== id && last in used) throw new Error(`what is ${last}?`)
    text = text.replaceAll(new RegExp(`(["/])${id}${sent}"`, 'g'), `$1${last}"`)
  }
  const named = JSON.parse(text) as Json & { components: { schemas: Json } }
  named.components.schemas = Object.fromEntries(
    Object.entries(named.components.schemas).sort(([a], [b]) => a.localeCompare(b)),
  )
  return named
}
