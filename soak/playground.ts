import type { Stack } from '@prankpost/test-harness'

/** What people and checker know of the stack that they are put on, wherever its processes run. */
export type Playground = Pick<
  Stack,
  | 'baseUrl'
  | 'sandboxUrl'
  | 'adminPassword'
  | 'processes'
  | 'amqpUrl'
  | 'queuePrefix'
  | 'mongodbUri'
  | 'databasePrefix'
>
