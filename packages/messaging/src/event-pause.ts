/** A relay, consumer or reconciliation that sends or receives events and can be paused. */
interface Participant {
  /** Starts no new work; resolves when all running work is done. */
  pause(): Promise<unknown>
  /** Continues; may be called before `pause` has resolved. */
  resume(): void
}

/** Pauses the events of a process: while it is on, they stay in their outboxes and queues. */
export interface EventPause {
  readonly isOn: boolean
  /** Pauses all participants; resolves when none has running work. */
  begin(): Promise<void>
  end(): void
  /** Adds a participant, and returns a function that removes it. It must check itself whether a pause is already on. */
  join(participant: Participant): () => void
}

/** Creates a separate pause, for tests. */
export function createEventPause(): EventPause {
  const participants = new Set<Participant>()
  let isOn = false
  return {
    get isOn() {
      return isOn
    },
    async begin() {
      isOn = true
      await Promise.all([...participants].map((participant) => participant.pause()))
    },
    end() {
      if (!isOn) return
      isOn = false
      for (const participant of participants) participant.resume()
    },
    join(participant) {
      participants.add(participant)
      return () => participants.delete(participant)
    },
  }
}

/**
 * The pause of this process, joined by its relays, consumers and reconciliations. While it is on, none of them transfers
 * data between databases, so that the copies of all databases are consistent.
 */
export const processEventPause: EventPause = createEventPause()
