import type { Logger } from '@prankpost/service-kit'
import type { ProgressModel } from './progress.model.ts'
import type { RecordThings } from './record-things.ts'

/** The dependencies of the use cases of achievement. */
export interface Deps {
  progress: ProgressModel
  record: RecordThings
  log: Logger
}
