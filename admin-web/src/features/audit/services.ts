import { serviceNames } from '@prankpost/contracts/services'
import { serviceLabels } from '../../components/service-labels.ts'

/** The services with an audit trail, for column and filter. */
export const serviceMap = serviceLabels(serviceNames, { auth: 'Log-ins' })
