import { serviceNames } from '@prankpost/contracts/services'
import { serviceLabels } from '../../components/service-labels.ts'

/** The services that read messages, for headings and filter. */
export const serviceMap = serviceLabels(serviceNames, { auth: 'Accounts' })
