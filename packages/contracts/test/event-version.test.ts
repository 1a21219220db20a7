import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { toCurrentVersion } from '../src/event-version.ts'
import type { EventDefinition } from '../src/events.ts'
import { dataschemaOf, events, NewerEventVersion, readEventData } from '../src/index.ts'

const id = 'a'.repeat(24)
const saved = { contactId: id, ownerId: id, created: true, savedAt: '2026-11-21T00:00:00.000Z' }

describe('the version of a payload', () => {
  test.each(Object.entries(events) as [string, EventDefinition][])(
    'when %s is at any version then each earlier version can still be read',
    (_name, { version = 1, earlier = {} }) => {
      const steps = Object.keys(earlier).map(Number)
      expect(steps).toEqual(Array.from({ length: version - 1 }, (_, n) => n + 1))
    },
  )

  test('when the payload is older then it is converted version by version, and parsed', () => {
    const definition = {
      version: 3,
      earlier: {
        1: (data: unknown) => ({ text: (data as { note: string }).note }),
        2: (data: unknown) => ({ texts: [(data as { text: string }).text] }),
      },
      data: z.object({ texts: z.array(z.string()) }),
    }
    for (const [version, data] of [{ note: 'Boo' }, { text: 'Boo' }, { texts: ['Boo'] }].entries()) {
      expect(toCurrentVersion(definition, version + 1, data)).toEqual({ texts: ['Boo'] })
    }
    expect(() => toCurrentVersion(definition, 2, { text: 7 })).toThrow(z.ZodError)
    expect(() => toCurrentVersion(definition, 4, { texts: [] })).toThrow(NewerEventVersion)
  })

  test('when there is no dataschema then it is the first', () => {
    expect(dataschemaOf('contact-saved')).toBeUndefined()
    expect(readEventData('contact-saved', undefined, saved)).toEqual(saved)
    expect(() => readEventData('contact-saved', 'urn:prankpost:event:contact-saved:2', saved)).toThrow(
      NewerEventVersion,
    )
  })
})
