import * as contracts from '@prankpost/contracts'
import { pascalCase } from '@prankpost/contracts/endpoint'
import { schemaDescriptions, schemaExamples } from '@prankpost/contracts/schema-descriptions'
import { z } from 'zod'
import type { Json } from './json.ts'

const refPath = '#/components/schemas/'
/** A temporary suffix for components of requests, until it is known whether the component differs in responses. */
const sent = '~sent'

/** The side of a schema: its input in requests, or its output in responses. */
type Side = 'input' | 'output'

export interface SchemaBook {
  /** Returns a reference to the component of a schema if the contract exports it, otherwise the schema itself. */
  schemaOf(schema: z.ZodType, side: Side): Json
  /** Always returns the schema itself. */
  inPlace(schema: z.ZodType, side: Side): Json
  /**
   * Returns the document with the components that it refers to. A component that differs between requests and responses
   * occurs twice, as `...Input` for requests.
   */
  finish(document: Json & { components: Json }): Json
}

/** Converts the contract's zod schemas to JSON Schemas. Exported schemas become components with the name of the export. */
export function createSchemaBook(target: 'draft-2020-12' | 'draft-07'): SchemaBook {
  const components: Record<string, Json> = {}

  /** zod writes a registered schema as a reference, and adds the definitions of all referenced schemas. */
  const generate = (schema: z.ZodType, side: Side) => {
    const ending = side === 'input' ? sent : ''
    // Conditions that only a function can check are not in a JSON Schema; the server's message states them.
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
  // A format is equivalent to zod's long pattern, and every integer is within the safe range.
  if (jsonSchema.format !== undefined) delete jsonSchema.pattern
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
  // Not in the metadata, because zod would omit it from the input side of a schema with a transform.
  const example = examples.get(zodSchema)
  if (example !== undefined) jsonSchema.examples = [example]
}

/** Gives the components of requests their final names. @throws when two components would have the same name */
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
    if (last !== id && last in used) throw new Error(`two components have the name ${last}`)
    text = text.replaceAll(new RegExp(`(["/])${id}${sent}"`, 'g'), `$1${last}"`)
  }
  const named = JSON.parse(text) as Json & { components: { schemas: Json } }
  named.components.schemas = Object.fromEntries(
    Object.entries(named.components.schemas).sort(([a], [b]) => a.localeCompare(b)),
  )
  return named
}
