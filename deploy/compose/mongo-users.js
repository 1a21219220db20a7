// Run by mongosh as root: creates each service's user with read and write access to only its own database, or sets its
// password. The environment lists the users: one SERVICE_PASSWORD_<NAME> for each.
/* global connect, print, process */
const { MONGO_INITDB_ROOT_USERNAME: root, MONGO_INITDB_ROOT_PASSWORD: rootPassword } = process.env
const address = `mongodb://${root}:${encodeURIComponent(rootPassword)}@mongo:27017/admin?authSource=admin`
const admin = connect(address)

for (const [variable, password] of Object.entries(process.env)) {
  const [, name] = /^SERVICE_PASSWORD_([A-Z_]+)$/.exec(variable) ?? []
  if (!name) continue
  const user = name.toLowerCase().replaceAll('_', '-')
  const database = `${process.env.DATABASE_PREFIX}_${name.toLowerCase()}`
  const roles = [{ role: 'readWrite', db: database }]
  if (admin.getUser(user)) admin.updateUser(user, { pwd: password, roles })
  else admin.createUser({ user, pwd: password, roles })
  print(`${user} may read and write ${database}`)
}
