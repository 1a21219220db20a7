import { maxReplyTemplates, type ReplyTemplate, type ReplyTemplateInput } from '@prankpost/contracts'
import { conflict, findListPage, isDuplicateKey, notFound } from '@prankpost/service-kit'
import type { Deps } from '../deps.ts'
import { type Template, toTemplateDto } from '../template.model.ts'

type Templates = Pick<Deps, 'templates'>

/** The texts for answers, latest first. */
export async function listTemplates(
  { limit, cursor }: { limit: number; cursor?: string | undefined },
  { templates }: Templates,
): Promise<{ items: ReplyTemplate[]; total: number; nextCursor: string | null }> {
  const { documents, ...page } = await findListPage<Template>(templates, { filter: {}, limit, cursor })
  return { items: documents.map(toTemplateDto), ...page }
}

/**
 * Adds a text for answers. A repeated call adds nothing: for the same name the unique index decides.
 * @throws 409 when the name is taken by another text, or when there are too many
 */
export async function addTemplate(
  input: ReplyTemplateInput,
  { templates }: Templates,
): Promise<ReplyTemplate> {
  const known = await templates.findOne({ name: input.name }).lean()
  if (known !== null) return sameText(known, input)
  if ((await templates.estimatedDocumentCount()) >= maxReplyTemplates)
    throw conflict(`There are ${maxReplyTemplates} templates already. Delete one first.`)
  try {
    return toTemplateDto(await templates.create(input))
  } catch (error) {
    if (!isDuplicateKey(error)) throw error
    return addTemplate(input, { templates })
  }
}

function sameText(known: Template, { text }: ReplyTemplateInput): ReplyTemplate {
  if (known.text !== text)
    throw conflict('There is a template with this name already. Please choose another name.')
  return toTemplateDto(known)
}

/** Deletes a text for answers. @throws 404 when it does not exist (any more) */
export async function removeTemplate({ id }: { id: string }, { templates }: Templates): Promise<void> {
  const { deletedCount } = await templates.deleteOne({ _id: id })
  if (deletedCount === 0) throw notFound('This template is not there any more.')
}
