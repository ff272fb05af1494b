import { examineAddress } from './examine-address.ts'
import { examineCertificates } from './examine-certificates.ts'
import { examineDatabase, unreachableDatabase } from './examine-database.ts'
import { examineDisk } from './examine-disk.ts'
import { examineDkim } from './examine-dkim.ts'
import { examineFva } from './examine-fva.ts'
import { examineJobs } from './examine-jobs.ts'
import { examineKeys } from './examine-keys.ts'
import { examineLogs } from './examine-logs.ts'
import { examineMail } from './examine-mail.ts'
import { examineReplica } from './examine-replica.ts'
import { examineRetention } from './examine-retention.ts'
import { examineSealLog } from './examine-seal-log.ts'
import { examineStorage } from './examine-storage.ts'
import { examineClock, examineTimeStamps } from './examine-time.ts'
import { type DoctorFinding, type DoctorOptions, doctorSubjects } from './finding.ts'
import { openReadOnlyDatabase, type ReadOnlyDatabase } from './open-read-only-database.ts'

const openIfPossible = async ({
  environment,
}: DoctorOptions): Promise<{ ledger: ReadOnlyDatabase | null; problems: DoctorFinding[] }> => {
  try {
    return { ledger: await openReadOnlyDatabase(environment), problems: [] }
  } catch (problem) {
    return { ledger: null, problems: [unreachableDatabase(problem)] }
  }
}

/** Safe on a running installation. Leaves one small object in a bucket. */
export const diagnoseInstallation = async (options: DoctorOptions): Promise<DoctorFinding[]> => {
  const { environment, clock } = options
  const { ledger, problems } = await openIfPossible(options)
  try {
    return [
      ...(await examineDisk(options)),
      ...(problems.length > 0 ? problems : await examineDatabase(ledger)),
      ...(await examineStorage(options, ledger)),
      ...(await examineReplica(options, ledger)),
      ...(await examineKeys(environment, ledger)),
      ...(await examineCertificates(options)),
      ...(await examineLogs(environment, ledger)),
      ...(await examineSealLog(environment, ledger)),
      ...(await examineRetention(environment, ledger, clock)),
      ...(await examineJobs(ledger)),
      ...(await examineTimeStamps(options)),
      ...(await examineClock(ledger, clock)),
      ...(await examineMail(environment)),
      ...(await examineDkim(environment.dkim, options.lookUpTxt)),
      ...(await examineAddress(options)),
      ...(await examineFva(options)),
    ]
  } finally {
    await ledger?.close()
  }
}

const marks = { ok: '✔', warning: '!', error: '✖' } as const

const findingLines = (finding: DoctorFinding): string[] => {
  const line = `${marks[finding.level]} ${doctorSubjects[finding.subject]}: ${finding.message}`
  return finding.level === 'ok' ? [line] : [line, `    → ${finding.remedy}`]
}

const count = (number: number, one: string, several: string): string => `${number} ${number === 1 ? one : several}`

export const describeFindings = (findings: readonly DoctorFinding[]): string => {
  const number = (level: DoctorFinding['level']): number => findings.filter((finding) => finding.level === level).length
  const [errors, warnings] = [number('error'), number('warning')]
  const verdict =
    errors + warnings === 0
      ? 'Todo está en orden.'
      : `${count(errors, 'problema', 'problemas')}, ${count(warnings, 'advertencia', 'advertencias')}.`
  return [...findings.flatMap(findingLines), '', verdict].join('\n')
}
