import { createHash } from 'node:crypto'
import { BSON, type Document, type IndexDescriptionInfo } from 'mongodb'

/**
 * Finds documents of a copy with the same unique key. Documents are copied at different times, so a key that moved
 * from one to another meanwhile can be on both, which the index would reject. It stores eight bytes for each key.
 */
export class UniqueKeys {
  private readonly indexes: { name: string; paths: string[][] }[]
  private digests = new Float64Array(1024)
  private count = 0

  constructor(indexes: IndexDescriptionInfo[]) {
    this.indexes = indexes
      .filter(({ unique }) => unique)
      .map(({ key, name }) => ({
        name: String(name),
        paths: Object.keys(key).map((path) => path.split('.')),
      }))
  }

  /** Whether the collection has unique keys. */
  get isNeeded(): boolean {
    return this.indexes.length > 0
  }

  add(document: Uint8Array): void {
    for (const digest of this.digestsOf(document)) {
      if (this.count === this.digests.length) {
        const larger = new Float64Array(this.count * 2)
        larger.set(this.digests)
        this.digests = larger
      }
      this.digests[this.count++] = digest
    }
  }

  /** The digests that were added more than once; in rare cases two different keys have the same digest. */
  repeated(): Set<number> {
    const sorted = this.digests.subarray(0, this.count).sort()
    const found = new Set<number>()
    sorted.forEach((digest, i) => {
      if (i > 0 && digest === sorted[i - 1]) found.add(digest)
    })
    return found
  }

  digestsOf(document: Uint8Array): Set<number> {
    const read = BSON.deserialize(document, { promoteValues: false })
    const digests = new Set<number>()
    for (const { name, paths } of this.indexes) {
      for (const key of tuples(paths.map((path) => valuesAt(read, path)))) {
        // A missing value is not in the index: unique indexes on optional fields are sparse or partial.
        if (key.some((value) => value === undefined || value === null)) continue
        digests.add(digestOf(name, key))
      }
    }
    return digests
  }
}

/** Six bytes, which a number represents exactly. */
function digestOf(name: string, key: unknown[]): number {
  const text = BSON.EJSON.stringify({ name, key }, { relaxed: false })
  return createHash('sha1').update(text).digest().readUIntBE(0, 6)
}

/** The values that an index contains for a path: each element of an array is a value. */
function valuesAt(value: unknown, [first, ...rest]: string[]): unknown[] {
  if (first === undefined) return Array.isArray(value) ? value : [value]
  if (Array.isArray(value)) return value.flatMap((one) => valuesAt(one, [first, ...rest]))
  const isObject = typeof value === 'object' && value !== null
  return isObject ? valuesAt((value as Document)[first], rest) : [undefined]
}

const tuples = (lists: unknown[][]): unknown[][] =>
  lists.reduce<unknown[][]>((all, list) => all.flatMap((one) => list.map((value) => [...one, value])), [[]])
