import { type AvatarId, avatarIds, defaultAvatar } from '@prankpost/contracts/constants'
import { isRecord, parseJson } from '@prankpost/web-kit'
import { slot } from '@prankpost/web-kit/storage'

/** A target as the screens show it, from the address book or from this browser. */
export interface Target {
  id: string
  name: string
  address: string
  /** Apartment, suite or unit; null for none. */
  address2: string | null
  city: string
  state: string
  zipCode: string
  profilePicture: AvatarId
}

/** The values of the target form; a new target has the idempotency key of its form. */
export type TargetInput = Omit<Target, 'id'> & { idempotencyKey?: string | undefined }

const prefix = 'local-'

/**
 * A target of a guest. With the key of its form, two tabs that move it to the address book at the same time add it once.
 */
type LocalTarget = Target & Pick<TargetInput, 'idempotencyKey'>

/** The targets of a guest, stored in this browser; corrupt content is reset to empty. */
export const localTargetsSlot = slot<LocalTarget[]>({
  area: 'local',
  key: 'prankpost-local-contacts',
  empty: [],
  read: readTargets,
})

/** Parses stored targets; null when they are not a list of targets. */
function readTargets(text: string): LocalTarget[] | null {
  const stored = parseJson(text)
  if (!Array.isArray(stored)) return null
  const targets = stored.map(readTarget)
  return targets.every((target) => target !== null) ? targets : null
}

function readTarget(stored: unknown): LocalTarget | null {
  if (!isRecord(stored)) return null
  const { id, name, profilePicture, idempotencyKey } = stored
  if (typeof id !== 'string' || !id || typeof name !== 'string') return null
  const textOrEmpty = (value: unknown) => (typeof value === 'string' ? value : '')
  return {
    id,
    name,
    address: textOrEmpty(stored.address),
    address2: textOrEmpty(stored.address2) || null,
    city: textOrEmpty(stored.city),
    state: textOrEmpty(stored.state),
    zipCode: textOrEmpty(stored.zipCode),
    profilePicture: avatarIds.find((avatar) => avatar === profilePicture) ?? defaultAvatar,
    ...(typeof idempotencyKey === 'string' && { idempotencyKey }),
  }
}

/** Stores a target in this browser, under a new id. */
export function addLocalTarget(input: TargetInput, now = Date.now()): Target {
  const targets = localTargetsSlot.get()
  let time = now
  while (targets.some(({ id }) => id === prefix + time)) time += 1
  const target = { ...input, id: prefix + time }
  localTargetsSlot.set([...targets, target])
  return target
}

/** Updates a target stored in this browser. */
export function updateLocalTarget(target: Target) {
  localTargetsSlot.set(localTargetsSlot.get().map((known) => (known.id === target.id ? target : known)))
}

/** Removes a target from this browser. */
export function removeLocalTarget(id: string) {
  localTargetsSlot.set(localTargetsSlot.get().filter((known) => known.id !== id))
}

/** True for a target that is stored in this browser only. */
export function isLocal({ id }: { id: string }): boolean {
  return id.startsWith(prefix)
}

/** Whether two targets have the same name and address; case and spacing are ignored. */
export function isSameTarget(one: TargetInput, other: TargetInput): boolean {
  return keyOf(one) === keyOf(other)
}

function keyOf({ name, address, address2, city, state, zipCode }: TargetInput): string {
  return [name, address, address2 ?? '', city, state, zipCode]
    .map((part) => part.trim().replace(/\s+/g, ' ').toLowerCase())
    .join('\n')
}
