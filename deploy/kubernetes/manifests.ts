import {
  callersOf,
  containerPort,
  databaseOf,
  type ServiceName,
  serviceNames,
  services,
  variableOf,
} from '../../system.ts'

interface Size {
  /** CPU that each replica requests. */
  cpu: string
  /** Fewest and most replicas of the overlay `large`. docs/capacity.md derives them from the load. */
  replicas: readonly [number, number]
}

/** For services that an order does not reach. */
const smallest: Size = { cpu: '25m', replicas: [2, 4] }
const sizes: Partial<Record<ServiceName, Size>> = {
  auth: { cpu: '100m', replicas: [3, 12] },
  contact: { cpu: '50m', replicas: [3, 12] },
  catalog: { cpu: '100m', replicas: [3, 12] },
  order: { cpu: '150m', replicas: [3, 24] },
  payment: { cpu: '150m', replicas: [3, 24] },
  subscription: { cpu: '50m', replicas: [2, 6] },
  fulfilment: { cpu: '50m', replicas: [2, 8] },
  achievement: { cpu: '50m', replicas: [2, 8] },
  support: { cpu: '25m', replicas: [2, 3] },
  notification: { cpu: '50m', replicas: [2, 4] },
}
const sizeOf = (name: ServiceName) => sizes[name] ?? smallest
const urlOf = (name: ServiceName) => `"http://${name}:${containerPort}"`

/** What Kubernetes has for each service: Deployment, Service, disruption budget, network policy, user of MongoDB. */
export const serviceManifests = () =>
  [gatewayAddresses(), ...serviceNames.map(serviceManifest), mongoUsers()].join('---\n')

const gatewayAddresses = () => `apiVersion: v1
kind: ConfigMap
metadata:
  name: service-urls
data:
${serviceNames.map((name) => `  ${variableOf(name)}_URL: ${urlOf(name)}`).join('\n')}
`

const serviceManifest = (name: ServiceName) => `# ${name}: ${services[name].does}
apiVersion: apps/v1
kind: Deployment
metadata:
  name: ${name}
  labels: { app.kubernetes.io/component: service }
spec:
  selector: { matchLabels: { app.kubernetes.io/name: ${name} } }
  template:
    metadata:
      labels: { app.kubernetes.io/name: ${name}, app.kubernetes.io/component: service }
    spec:
      containers:
        - name: app
          image: prankpost/${name}
          envFrom:
            - configMapRef: { name: settings }
            - configMapRef: { name: service-settings }
            - configMapRef: { name: public-keys }
            - secretRef: { name: ${name} }${addresses(name)}
          resources: { requests: { cpu: ${sizeOf(name).cpu} } }
---
apiVersion: v1
kind: Service
metadata:
  name: ${name}
spec:
  selector: { app.kubernetes.io/name: ${name} }
  ports: [{ name: http, port: ${containerPort}, targetPort: http }]
---
apiVersion: policy/v1
kind: PodDisruptionBudget
metadata:
  name: ${name}
spec:
  maxUnavailable: 1
  selector: { matchLabels: { app.kubernetes.io/name: ${name} } }
---
apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata:
  name: ${name}
spec:
  podSelector: { matchLabels: { app.kubernetes.io/name: ${name} } }
  policyTypes: [Ingress]
  ingress:
    - from:
        - podSelector:
            matchExpressions:
              - key: app.kubernetes.io/name
                operator: In
                values:
${['gateway', ...callersOf(name)].map((caller) => `                  - ${caller}`).join('\n')}
      ports: [{ port: http }]
`

const addresses = (name: ServiceName) =>
  services[name].calls
    .map((to) => `            - { name: ${variableOf(to)}_URL, value: ${urlOf(to)} }`)
    .reduce((lines, line) => `${lines || '\n          env:'}\n${line}`, '')

// The operator takes users from the MongoDBCommunity alone: kustomization.yaml copies them there.
const mongoUsers = () => `# Not applied: kustomization.yaml copies the users into the MongoDBCommunity.
apiVersion: prankpost/v1
kind: MongoUsers
metadata:
  name: mongo-users
  annotations: { config.kubernetes.io/local-config: "true" }
users:
${serviceNames.map(mongoUser).join('')}`

const mongoUser = (name: ServiceName) => `  - name: ${name}
    db: admin
    passwordSecretRef: { name: mongo-users, key: ${name} }
    roles: [{ name: readWrite, db: ${databaseOf(name)} }]
    scramCredentialsSecretName: mongo-${name}
`

/** The autoscaler of each service and of the gateway. */
export const autoscalers = () =>
  [
    autoscaler('gateway', [3, 24]),
    ...serviceNames.map((name) => autoscaler(name, sizeOf(name).replicas)),
  ].join('---\n')

const autoscaler = (name: string, [min, max]: Size['replicas']) => `apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata: { name: ${name}, namespace: prankpost }
spec:
  scaleTargetRef: { apiVersion: apps/v1, kind: Deployment, name: ${name} }
  minReplicas: ${min}
  maxReplicas: ${max}
`
