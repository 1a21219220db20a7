import { z } from 'zod'
import { adminListQuery, objectId, paragraph, timestamp } from './primitives.ts'

/** The texts of the store that operators write. */
export const textNames = ['terms', 'privacy', 'faq'] as const
export type TextName = (typeof textNames)[number]

const name = z.enum(textNames, 'There is no such text')
const version = z.int().min(1)
export const textParams = z.object({ name })
export const textVersionParams = z.object({
  name,
  version: z.coerce.number().int().min(1).max(1_000_000),
})

/** A piece of a line that has one form. Links lead to https addresses, mail addresses and pages of the store. */
const run = z.object({
  text: z.string(),
  href: z.string().optional(),
  isStrong: z.literal(true).optional(),
  isEmphasized: z.literal(true).optional(),
})
export type TextRun = z.infer<typeof run>

/** A paragraph has one line, a list one for each item. */
const block = z.object({
  kind: z.enum(['paragraph', 'bullets', 'numbers']),
  lines: z.array(z.array(run)),
})
export type TextBlock = z.infer<typeof block>

/** A heading of the Markdown and what follows it. `title` is empty for what stands before the first heading. */
const section = z.object({ title: z.string(), blocks: z.array(block) })
export type TextSection = z.infer<typeof section>
const sections = z.array(section)

/** What identifies a version. `label` is what customers read, and what agreements store. */
const textVersion = z.object({ name, version, label: z.string(), publishedAt: timestamp })

/** A version that was published, for other services. */
export const publishedText = z.object({ name, version, publishedAt: timestamp })
export type PublishedText = z.infer<typeof publishedText>

/** A version of a text as the store shows it: parsed, so that no browser interprets Markdown or HTML of operators. */
export const shopText = textVersion.extend({ sections })
export type ShopText = z.infer<typeof shopText>

/** A version in the operator's lists. */
export const adminTextVersion = textVersion.extend({ id: objectId, by: z.string() })
export type AdminTextVersion = z.infer<typeof adminTextVersion>

/** A version with its Markdown. */
export const adminText = adminTextVersion.extend({ markdown: z.string(), sections })
export type AdminText = z.infer<typeof adminText>

export const textListQuery = adminListQuery.pick({ limit: true, cursor: true })

const maxMarkdown = 20_000
/** The largest body of a text: 20,000 characters of up to 3 bytes, and the admin password. */
export const textMaxBytes = 65_536
const markdown = paragraph(maxMarkdown, 'Text')

export const textPreviewInput = z.object({ markdown })
export const textPreview = z.object({ sections })

/**
 * Body of POST /api/admin/texts/:name/versions. With `basedOn`, it is refused if another version was published since the
 * operator read that one.
 */
export const textInput = z.object({ markdown, basedOn: version.optional() })
export type TextInput = z.output<typeof textInput>
