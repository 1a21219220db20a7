import type { Logger } from '@prankpost/service-kit'
import type { ProgressModel } from './progress.model.ts'

/** What the use cases of achievement work with. */
export interface Deps {
  progress: ProgressModel
  log: Logger
}
