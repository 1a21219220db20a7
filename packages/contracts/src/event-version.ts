import { type EventData, type EventDefinition, type EventName, events } from './events.ts'

/** The payload has a newer version than this code. During an update, a replica of the new version can read it. */
export class NewerEventVersion extends Error {
  override name = 'NewerEventVersion'
}

const schemaUri = (name: EventName, version: number) => `urn:prankpost:event:${name}:${version}`

/**
 * The CloudEvents `dataschema` of the current version, for example `urn:prankpost:event:order-paid:2`; undefined for the
 * first version.
 */
export function dataschemaOf(name: EventName): string | undefined {
  const { version = 1 }: EventDefinition = events[name]
  return version === 1 ? undefined : schemaUri(name, version)
}

/**
 * Converts a payload of any earlier version to the current version, and parses it.
 * @throws NewerEventVersion, or ZodError when the payload does not match the schema
 */
export function readEventData<N extends EventName>(
  name: N,
  dataschema: string | undefined,
  data: unknown,
): EventData<N> {
  const definition: EventDefinition = events[name]
  const prefix = schemaUri(name, 0).slice(0, -1)
  const version = dataschema?.startsWith(prefix) ? Number(dataschema.slice(prefix.length)) : 1
  return toCurrentVersion(definition, version, data) as EventData<N>
}

/** Converts a payload version by version to the current one, and parses it. */
export function toCurrentVersion(
  { version: current = 1, earlier = {}, data: schema }: Pick<EventDefinition, 'version' | 'earlier' | 'data'>,
  version: number,
  data: unknown,
): unknown {
  if (version > current) throw new NewerEventVersion(`version ${version} is newer than ${current}`)
  let payload = data
  for (let old = version; old < current; old += 1) payload = earlier[old]?.(payload)
  return schema.parse(payload)
}
