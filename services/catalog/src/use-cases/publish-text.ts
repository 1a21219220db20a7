import type { AdminText, TextInput, TextName } from '@prankpost/contracts'
import { conflict, invalid, unlessDuplicate } from '@prankpost/service-kit'
import { Types } from 'mongoose'
import { type Deps, emit } from '../deps.ts'
import { parseMarkdown } from '../parse-markdown.ts'
import { type TextVersion, toAdminText, toPublished } from '../text.model.ts'
import { findCurrent } from './read-texts.ts'

/**
 * Adds a version of a text and emits text-published, in one write. The present text is not published again, so that a
 * repeat changes nothing. The number of a version is unique: of parallel calls one succeeds.
 * @throws 409 when another version was published since `basedOn`, 400 for a text without headings
 */
export async function publishText(
  { name, markdown, basedOn, by }: TextInput & { name: TextName; by: string },
  deps: Pick<Deps, 'texts' | 'textOutbox' | 'now'>,
): Promise<AdminText> {
  if (!parseMarkdown(markdown).some(({ title }) => title !== ''))
    throw invalid('The text has no heading. Begin each part, or each question, with a line such as: ## Title')
  const current = await findCurrent(name, deps)
  if (current.markdown === markdown) return toAdminText(current)
  if (basedOn !== undefined && basedOn !== current.version) throw publishedMeanwhile()
  const next = {
    _id: new Types.ObjectId(),
    name,
    version: current.version + 1,
    markdown,
    publishedAt: deps.now(),
    by,
  }
  await insert(next, deps)
  return toAdminText(next)
}

const publishedMeanwhile = () =>
  conflict(
    'Another version of this text was published meanwhile. Your text is not lost: copy it, reload, and compare.',
  )

async function insert(
  text: Omit<TextVersion, 'revision' | 'outbox' | 'outboxDueAt'>,
  { textOutbox }: Pick<Deps, 'textOutbox'>,
): Promise<void> {
  const published = emit('text-published', text.name, toPublished(text))
  if (!(await unlessDuplicate(textOutbox.insert(text, [published])))) throw publishedMeanwhile()
}
