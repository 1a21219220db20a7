import { ApiError, call, isRecord, parseJson } from '@prankpost/web-kit'
import { slot } from '@prankpost/web-kit/storage'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { addLocalTarget, type Target, type TargetInput } from './local-targets.ts'
import { useSession } from './session.ts'
import { contactsQuery, isContact } from './targets.ts'

/** What was sent without an answer, by its idempotency key: it may be in the address book. Deleted at sign-out. */
const unansweredSlot = slot<Record<string, TargetInput>>({
  area: 'session',
  key: 'prankpost-unanswered-targets-draft',
  empty: {},
  read: (text) => {
    const stored = parseJson(text)
    return isRecord(stored) ? (stored as Record<string, TargetInput>) : null
  },
})

function noteUnanswered(key: string, input?: TargetInput) {
  const { [key]: _, ...others } = unansweredSlot.get()
  if (input) unansweredSlot.set({ ...others, [key]: input })
  else if (Object.keys(others).length > 0) unansweredSlot.set(others)
  else unansweredSlot.clear()
}

/**
 * Saves a target to the address book. If an earlier attempt with its idempotency key has no answer, that attempt is repeated,
 * which adds its target at most once, and the target is then changed to this input.
 */
export async function saveContact(typed: TargetInput): Promise<Target> {
  const input = { ...typed, state: typed.state.toUpperCase() }
  const key = input.idempotencyKey
  if (!key) return add(input)
  const earlier = unansweredSlot.get()[key]
  const added = earlier && (await add(earlier).catch(nullIfRefused))
  if (!added) noteUnanswered(key, input)
  const saved = await (added ? correct(added, input) : add(input)).catch((error) => {
    if (!added && isRefused(error)) noteUnanswered(key)
    throw error
  })
  noteUnanswered(key)
  return saved
}

const add = (body: TargetInput): Promise<Target> => call('POST /api/contacts', { body, expect: isContact })

async function correct(saved: Target, { idempotencyKey: _, ...body }: TargetInput): Promise<Target> {
  if (Object.entries(body).every(([field, value]) => saved[field as keyof Target] === value)) return saved
  return await call('PUT /api/contacts/:id', { params: { id: saved.id }, body, expect: isContact })
}

/** Whether the address book refused a target: it is not saved. */
const isRefused = (error: unknown) => error instanceof ApiError && [400, 409].includes(error.status)

function nullIfRefused(error: unknown) {
  if (isRefused(error)) return null
  throw error
}

/** Changes the address book if it is loaded, and returns it. Ends a read that is under way: it would put the former one back. */
export async function changeBook(queryClient: QueryClient, change: (book: Target[]) => Target[]) {
  const { queryKey } = contactsQuery
  if (queryClient.getQueryData(queryKey)) await queryClient.cancelQueries({ queryKey })
  return queryClient.setQueryData(queryKey, (book) => book && change(book))
}

/** Adds a saved target to the address book if it is loaded, and returns the book. */
export const addToBook = (queryClient: QueryClient, target: Target) =>
  changeBook(queryClient, (known) => [...known.filter(({ id }) => id !== target.id), target])

/** The function that adds a target to the signed-in customer's address book, or to this browser for a guest. */
export function useAddTarget() {
  const queryClient = useQueryClient()
  const { user } = useSession()
  return async (input: TargetInput) => {
    if (!user) return void addLocalTarget(input)
    const book = await addToBook(queryClient, await saveContact(input))
    // An address book that was not loaded yet must not be taken as empty: load it, with the new target in it.
    if (!book) void queryClient.invalidateQueries({ queryKey: contactsQuery.queryKey })
  }
}
