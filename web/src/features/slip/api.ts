import type { Slip, StopScope } from '@prankpost/contracts/case'
import { prankImages, type ReactionEmoji, reactionEmojis } from '@prankpost/contracts/constants'
import type { GuessAnswer, RecipientPage, RecipientReveal } from '@prankpost/contracts/reveal'
import { boolean, call, type Guard, nullable, number, oneOf, shape, text } from '@prankpost/web-kit'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { optional } from '../../lib/optional.ts'

const reveal = shape<RecipientReveal>({
  mode: oneOf(['never', 'date', 'guess']),
  at: nullable(text),
  guessesLeft: number,
  isGuessed: boolean,
  name: nullable(text),
})
const slip = shape<Slip>({
  prank: text,
  image: optional(oneOf(prankImages)),
  quantity: number,
  contents: nullable(shape<NonNullable<Slip['contents']>>({ contents: text, allergens: text })),
  hasAddress: boolean,
  hasUnit: optional(boolean) as Guard<boolean>,
  page: optional(shape<RecipientPage>({ reveal, reaction: nullable(oneOf(reactionEmojis)) })),
})
const message = shape<{ message: string }>({ message: text })
const guessed = shape<GuessAnswer>({ isRight: boolean, reveal })

/** What is in the parcel of a slip; it needs no session. */
export const slipQuery = (code: string) =>
  queryOptions({
    queryKey: ['slip', code],
    queryFn: ({ signal }) => call('POST /api/slips', { body: { code }, signal, expect: slip }),
    // Until the parcel is marked as sent, the page asks to check again later.
    refetchOnWindowFocus: ({ state }) => (state.data && !state.data.page ? 'always' : false),
    refetchInterval: ({ state }) => (isNameDue(state.data) ? dueNamePollMs : false),
  })

/** How often a name is read whose time has come: the clock of this device may be ahead of the server's. */
const dueNamePollMs = 2_000
const isNameDue = (slip: Slip | undefined) => {
  const { at, name } = slip?.page?.reveal ?? { at: null, name: null }
  return at !== null && name === null && Date.parse(at) <= Date.now()
}

/** Shows what a guess or a reaction changed. */
export function updatePage(queryClient: QueryClient, code: string, changed: Partial<RecipientPage>) {
  queryClient.setQueryData(
    slipQuery(code).queryKey,
    (known) => known && { ...known, page: known.page && { ...known.page, ...changed } },
  )
}

/** Stops all parcels to the address of the slip's parcel, or to its house; a repeat has the same answer. */
export const stopParcels = (code: string, scope: StopScope) =>
  call('POST /api/slips/stop', { body: { code, scope }, expect: message })

/** Reports harassment; a repeat has the same answer. */
export const reportHarassment = (code: string, words: string) =>
  call('POST /api/slips/report', { body: { code, message: words }, expect: message })

/** Guesses who sent it; the same guess again does not count. */
export const guessSender = (code: string, name: string) =>
  call('POST /api/slips/guess', { body: { code, name }, expect: guessed })

/** Answers the sender, once for each parcel; a repeat has the same answer. */
export const sendReaction = (code: string, emoji: ReactionEmoji, words: string) =>
  call('POST /api/slips/reaction', { body: { code, emoji, message: words || null }, expect: message })
