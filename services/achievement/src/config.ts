import { brokerConfig, serviceConfig } from '@prankpost/service-kit'

/** The environment of achievement: what every service with events needs, nothing else. */
export const configSchema = serviceConfig.extend(brokerConfig.shape)
