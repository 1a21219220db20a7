import type { Logger } from '@prankpost/service-kit'
import type { LogModel } from './log.model.ts'

/** What the use cases of subscription-logs work with. */
export interface Deps {
  logs: LogModel
  log: Logger
}
