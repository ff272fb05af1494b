import 'shared/node'
import { join } from 'node:path'
import { readWitnessPolicy } from '../domain/seal-log/read-policy.ts'
import { restartSealLog } from '../domain/seal-log/restart-seal-log.ts'
import { parseApiEnvironment } from '../platform/environment/environment.ts'
import { createLog } from '../platform/logging.ts'
import { commandAdminLog } from '../platform/monitoring/admin-log.ts'
import { ensureSecretKey } from '../platform/storage/secret-key.ts'
import { openSharedState } from './open-stores.ts'

/** `restart-log <what happened>` */
const explanation = process.argv.slice(2).join(' ').trim()
const writeLine = (line: string): void => {
  process.stderr.write(`${line}\n`)
}

if (explanation === '') {
  writeLine('Uso: pnpm --filter api restart-log "<qué pasó con la base de datos; será público>"')
  process.exit(2)
}
const environment = parseApiEnvironment(process.env)
const { keysDir, witnessPolicy, publicUrl } = environment
const adminLog = commandAdminLog()
const shared = await openSharedState({ environment, clock: Date.now, log: createLog('error'), adminLog })
try {
  const seed = await ensureSecretKey(join(keysDir, 'second-factor.key'))
  const sealLog = { seed, witnesses: await readWitnessPolicy(witnessPolicy) }
  const { db, locks } = shared
  const tree = await restartSealLog({ db, locks, clock: Date.now, adminLog, publicUrl, sealLog }, explanation)
  if (tree === undefined) {
    writeLine('El registro de sellos no está detenido: no hay nada que declarar.')
    process.exitCode = 1
  } else writeLine(`El registro de sellos ${tree} comienza con tu declaración. Da su llave nueva a los testigos.`)
} finally {
  await shared.close()
}
