/** Somebody who moves events, and can leave that for a while. */
interface Mover {
  /** Begins nothing more; resolves when nothing is under way. */
  pause(): Promise<unknown>
  /** Goes on; also while a pause is still being waited for. */
  resume(): void
}

/** Whether a process moves events: while it rests they stay in their outboxes and queues. */
export interface EventPause {
  readonly isOn: boolean
  /** Has all movers pause; resolves when none has anything under way. */
  begin(): Promise<void>
  end(): void
  /** From here on the mover is told; a rest that is on already it must see itself. Answers how it leaves. */
  join(mover: Mover): () => void
}

/** A rest of its own, for tests. */
export function createEventPause(): EventPause {
  const movers = new Set<Mover>()
  let isOn = false
  return {
    get isOn() {
      return isOn
    },
    async begin() {
      isOn = true
      await Promise.all([...movers].map((mover) => mover.pause()))
    },
    end() {
      if (!isOn) return
      isOn = false
      for (const mover of movers) mover.resume()
    },
    join(mover) {
      movers.add(mover)
      return () => movers.delete(mover)
    },
  }
}

/**
 * The rest of this process, which its relays, consumers and reconciliations keep: none of them takes anything
 * from one database to another while it is on, so that copies of all databases fit together.
 */
export const processEventPause: EventPause = createEventPause()
