import { type AvatarId, avatarIds, defaultAvatar } from '@prankpost/contracts/constants'
import { isRecord, parseJson } from '@prankpost/web-kit'
import { slot } from './storage.ts'

/** A target as the screens know it, from the address book or from this browser. */
export interface Target {
  id: string
  name: string
  address: string
  city: string
  state: string
  zipCode: string
  profilePicture: AvatarId
}

/** What the target form gives. */
export type TargetInput = Omit<Target, 'id'>

const prefix = 'local-'

/** Targets of a guest, kept in this browser; corrupt content is reset to empty. */
export const localTargetsSlot = slot<Target[]>({
  area: 'local',
  key: 'prankpost-local-contacts',
  empty: [],
  read: readTargets,
})

/** Reads stored targets; null when they are not a list of targets. */
function readTargets(text: string): Target[] | null {
  const stored = parseJson(text)
  if (!Array.isArray(stored)) return null
  const targets = stored.map(readTarget)
  return targets.every((target) => target !== null) ? targets : null
}

function readTarget(stored: unknown): Target | null {
  if (!isRecord(stored)) return null
  const { id, name, profilePicture } = stored
  if (typeof id !== 'string' || !id || typeof name !== 'string') return null
  const word = (value: unknown) => (typeof value === 'string' ? value : '')
  return {
    id,
    name,
    address: word(stored.address),
    city: word(stored.city),
    state: word(stored.state),
    zipCode: word(stored.zipCode),
    profilePicture: avatarIds.find((avatar) => avatar === profilePicture) ?? defaultAvatar,
  }
}

/** Keeps a target in this browser, under an id of its own. */
export function addLocalTarget(input: TargetInput, now = Date.now()): Target {
  const targets = localTargetsSlot.get()
  let time = now
  while (targets.some(({ id }) => id === prefix + time)) time += 1
  const target = { ...input, id: prefix + time }
  localTargetsSlot.set([...targets, target])
  return target
}

/** Changes a target of this browser. */
export function updateLocalTarget(target: Target) {
  localTargetsSlot.set(localTargetsSlot.get().map((known) => (known.id === target.id ? target : known)))
}

/** Takes a target out of this browser. */
export function removeLocalTarget(id: string) {
  localTargetsSlot.set(localTargetsSlot.get().filter((known) => known.id !== id))
}

/** True for a target that lives in this browser only. */
export function isLocal({ id }: { id: string }): boolean {
  return id.startsWith(prefix)
}

/** Whether two targets are one and the same: same name at the same address, in any case and spacing. */
export function isSameTarget(one: TargetInput, other: TargetInput): boolean {
  return keyOf(one) === keyOf(other)
}

function keyOf({ name, address, city, state, zipCode }: TargetInput): string {
  return [name, address, city, state, zipCode]
    .map((part) => part.trim().replace(/\s+/g, ' ').toLowerCase())
    .join('\n')
}
