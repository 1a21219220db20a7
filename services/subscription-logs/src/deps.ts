import type { Logger } from '@prankpost/service-kit'
import type { LogModel } from './log.model.ts'

/** The dependencies of subscription-logs' use cases. */
export interface Deps {
  logs: LogModel
  log: Logger
}
