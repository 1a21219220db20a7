import type { Logger } from '@prankpost/service-kit'
import type { ProgressModel } from './progress.model.ts'
import type { RecordThings } from './record-things.ts'
import type { TargetDigest } from './target-digest.ts'

/** The dependencies of the use cases of achievement. */
export interface Deps {
  progress: ProgressModel
  record: RecordThings
  targetDigest: TargetDigest
  log: Logger
}
