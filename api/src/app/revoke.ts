import 'shared/node'
import { isRevocationReason, revocationReasons, revokeCertificate } from '../domain/pki/revoke-certificate.ts'
import { parseApiEnvironment } from '../platform/environment/environment.ts'
import { createLog } from '../platform/logging.ts'
import { commandAdminLog } from '../platform/monitoring/admin-log.ts'
import { openSharedState } from './open-stores.ts'

/** `revoke <serial number> [reason]` */
const [serialNumber, reason = 'unspecified'] = process.argv.slice(2)
const writeLine = (line: string): void => {
  process.stderr.write(`${line}\n`)
}

if (serialNumber === undefined || !isRevocationReason(reason)) {
  writeLine(`Uso: revoke <número de serie> [${Object.keys(revocationReasons).join(' | ')}]`)
  process.exit(2)
}
const environment = parseApiEnvironment(process.env)
const adminLog = commandAdminLog()
const shared = await openSharedState({ environment, clock: Date.now, log: createLog('error'), adminLog })
try {
  const done = await revokeCertificate(shared.db, serialNumber, { reason, now: Date.now() })
  writeLine(
    done
      ? `El certificado ${serialNumber} está revocado.`
      : `La plataforma no ha emitido el certificado ${serialNumber}.`,
  )
  if (done) adminLog.record({ event: 'certificate-revoked', serial: serialNumber, reason })
  else process.exitCode = 1
} finally {
  await shared.close()
}
