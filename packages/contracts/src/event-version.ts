import { type EventData, type EventDefinition, type EventName, events } from './events.ts'

/** The payload has a version that came after this code: a replica of the update that is under way can read it. */
export class NewerEventVersion extends Error {
  override name = 'NewerEventVersion'
}

const schemaUri = (name: EventName, version: number) => `urn:prankpost:event:${name}:${version}`

/**
 * CloudEvents' `dataschema` of what is emitted today, for example `urn:prankpost:event:order-paid:2`; left out for
 * the first version.
 */
export function dataschemaOf(name: EventName): string | undefined {
  const { version = 1 }: EventDefinition = events[name]
  return version === 1 ? undefined : schemaUri(name, version)
}

/**
 * A payload of any version up to today's, in today's form.
 * @throws NewerEventVersion, or ZodError when it does not fit
 */
export function readEventData<N extends EventName>(
  name: N,
  dataschema: string | undefined,
  data: unknown,
): EventData<N> {
  const definition: EventDefinition = events[name]
  const prefix = schemaUri(name, 0).slice(0, -1)
  const version = dataschema?.startsWith(prefix) ? Number(dataschema.slice(prefix.length)) : 1
  return inTodaysForm(definition, version, data) as EventData<N>
}

/** Takes a payload from version to version up to today's, and parses it. */
export function inTodaysForm(
  { version: today = 1, earlier = {}, data: schema }: Pick<EventDefinition, 'version' | 'earlier' | 'data'>,
  version: number,
  data: unknown,
): unknown {
  if (version > today) throw new NewerEventVersion(`version ${version} is newer than ${today}`)
  let payload = data
  for (let old = version; old < today; old += 1) payload = earlier[old]?.(payload)
  return schema.parse(payload)
}
