import { runService } from '@prankpost/service-kit'
import { service } from './service.ts'

await runService(service)
