import { brokerConfig, serviceConfig } from '@prankpost/service-kit'

/** The environment of catalog. */
export const configSchema = serviceConfig.extend(brokerConfig.shape)
