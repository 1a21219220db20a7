import { brokerConfig, serviceConfig, serviceUrls } from '@prankpost/service-kit'
import { z } from 'zod'

/** The environment of support. */
export const configSchema = serviceConfig.extend(brokerConfig.shape).extend({
  /** Address of auth, which checks operators. */
  AUTH_URL: serviceUrls,
  /** Messages in 10 minutes per address, and per given e-mail address, before further ones are refused. */
  CONTACT_FORM_LIMIT: z.coerce.number().int().min(1).default(10),
  CONTACT_FORM_EMAIL_LIMIT: z.coerce.number().int().min(1).default(10),
})
