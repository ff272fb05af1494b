import 'shared/node'
import { resolveTxt } from 'node:dns/promises'
import { statfs } from 'node:fs/promises'
import { EnvironmentError } from 'shared/server'
import { systemClock } from '../../platform/clock.ts'
import { parseApiEnvironment } from '../../platform/environment/environment.ts'
import { fetchLimited } from '../../platform/fetch-limited.ts'
import { describeFindings, diagnoseInstallation } from './diagnose.ts'

/** `pnpm doctor`. Exit codes: 0, 1 with problems, 2 for invalid variables. */
const spaceOf = async (folder: string): Promise<{ free: number; total: number }> => {
  const { bavail, blocks, bsize } = await statfs(folder)
  return { free: bavail * bsize, total: blocks * bsize }
}

try {
  const environment = parseApiEnvironment(process.env)
  const outside = { fetch: fetchLimited, spaceOf, lookUpTxt: resolveTxt }
  const findings = await diagnoseInstallation({ environment, clock: systemClock, ...outside })
  process.stdout.write(`${describeFindings(findings)}\n`)
  if (findings.some(({ level }) => level === 'error')) process.exitCode = 1
} catch (error) {
  if (!(error instanceof EnvironmentError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 2
}
