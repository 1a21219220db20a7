import { serviceLabels } from '../../components/service-labels.ts'

/** The services that read messages, for headings and filter. */
export const serviceMap = serviceLabels({ auth: 'Accounts' })
