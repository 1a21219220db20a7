import { serviceLabels } from '../../components/service-labels.ts'

/** The services with an audit trail, for column and filter. */
export const serviceMap = serviceLabels({ auth: 'Log-ins' })
