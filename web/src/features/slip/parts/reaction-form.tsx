import { maxReactionLength, type ReactionEmoji, reactionEmojis } from '@prankpost/contracts/constants'
import { errorText } from '@prankpost/web-kit'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { Button } from '../../../components/button.tsx'
import { Done } from '../../../components/done.tsx'
import { Alert } from '../../../components/failure.tsx'
import { Textarea } from '../../../components/field.tsx'
import { reactionDraft } from '../../../lib/drafts.ts'
import { sendReaction, updatePage } from '../api.ts'

const names: Record<ReactionEmoji, string> = {
  '😂': 'Laughing',
  '😱': 'Scared',
  '🤢': 'Disgusted',
  '😡': 'Angry',
  '👏': 'Applause',
  '❤️': 'Love',
}

/** Answers the sender with an emoji and a message, once. Both are kept until they are sent. */
export function ReactionForm({ code, sent }: { code: string; sent: ReactionEmoji | null }) {
  const queryClient = useQueryClient()
  const [draft] = useState(() => reactionDraft(code))
  const [{ emoji, words }, setReaction] = useState(() => reactionIn(draft.get()))
  const change = (changed: Partial<Reaction>) => {
    const reaction = { emoji, words, ...changed }
    setReaction(reaction)
    draft.set({ ...reaction, emoji: reaction.emoji ?? '' })
  }
  const { mutate, isPending, error, data } = useMutation({
    mutationFn: (chosen: ReactionEmoji) => sendReaction(code, chosen, words.trim()),
    onSuccess: (_, reaction) => {
      draft.clear()
      updatePage(queryClient, code, { reaction })
    },
  })
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (!isPending && emoji) mutate(emoji)
  }
  return (
    <section aria-labelledby="react" className="panel mt-6 grid gap-3 p-5">
      <h2 id="react" className="text-2xl">
        Tell the Sender
      </h2>
      {data && <Done message={data.message} />}
      {sent && !data && <p>Your reaction {sent} was sent. There is one for each parcel.</p>}
      {!sent && (
        <form onSubmit={send} noValidate className="grid gap-3">
          <p>Your reaction reaches the sender through us. They learn nothing else about you.</p>
          <EmojiChoice value={emoji} onChange={(chosen) => change({ emoji: chosen })} disabled={isPending} />
          <Textarea
            label="Message (optional)"
            rows={3}
            maxLength={maxReactionLength}
            length={words.length}
            readOnly={isPending}
            value={words}
            onChange={({ target }) => change({ words: target.value })}
          />
          {error && <Alert>{errorText(error, 'Please try again.')}</Alert>}
          <Button type="submit" variant="primary" wide busy={isPending} disabled={emoji === null}>
            {isPending ? 'Sending...' : 'Send Reaction'}
          </Button>
        </form>
      )}
    </section>
  )
}

interface Reaction {
  emoji: ReactionEmoji | null
  words: string
}

const reactionIn = (texts: { emoji: string; words: string } | null): Reaction => ({
  emoji: reactionEmojis.find((one) => one === texts?.emoji) ?? null,
  words: texts?.words ?? '',
})

interface EmojiChoiceProps {
  value: ReactionEmoji | null
  onChange: (emoji: ReactionEmoji) => void
  disabled: boolean
}

function EmojiChoice({ value, onChange, disabled }: EmojiChoiceProps) {
  return (
    <fieldset disabled={disabled}>
      <legend className="mb-1 font-extrabold">Your reaction</legend>
      <div className="flex flex-wrap gap-1.5">
        {reactionEmojis.map((emoji) => (
          <label
            key={emoji}
            className="grid size-11 cursor-pointer place-items-center rounded-full border-2 border-ink bg-card text-2xl has-checked:bg-sun has-focus-visible:outline-3 has-focus-visible:outline-grape has-focus-visible:outline-offset-2"
          >
            <input
              type="radio"
              name="emoji"
              aria-label={names[emoji]}
              className="sr-only"
              checked={emoji === value}
              onChange={() => onChange(emoji)}
            />
            <span aria-hidden="true">{emoji}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
