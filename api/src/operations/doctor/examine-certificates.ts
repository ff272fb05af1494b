import { createPrivateKey, X509Certificate } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { isNationalRoot, readNationalTrust } from '../../domain/pki/national/national-roots.ts'
import { openOwnCertificate, ownCertificates } from '../../domain/pki/own-key/own-certificate.ts'
import { parseCertificates, readTrust } from '../../domain/pki/trust-file.ts'
import { DAY_MS } from '../../platform/clock.ts'
import type { ApiEnvironment } from '../../platform/environment/environment.ts'
import { readNamedFile } from '../../platform/environment/named-file.ts'
import { keyFilesIn } from './examine-keys.ts'
import { causeText, type DoctorFinding, type DoctorOptions, findingsOf } from './finding.ts'

const { ok, warning, error } = findingsOf('certificates')

/** Ordering a certificate takes weeks. */
export const EXPIRY_NOTICE = 60 * DAY_MS
const RENEW = 'Pide uno nuevo y cámbialo antes de esa fecha: después nadie podrá firmar con él.'

interface Named {
  readonly name: string
  readonly certificate: X509Certificate
}

const dayOf = (time: string): string => new Date(time).toISOString().slice(0, 10)

const examineTerm = ({ name, certificate }: Named, now: number): DoctorFinding[] => {
  const { validFrom, validTo } = certificate
  if (now < Date.parse(validFrom))
    return [error(`${name} vale solo desde el ${dayOf(validFrom)}.`, 'Revisa el reloj del servidor.')]
  if (now > Date.parse(validTo))
    return [error(`${name} venció el ${dayOf(validTo)}.`, 'Pide uno nuevo y cámbialo: nadie puede firmar con él.')]
  if (Date.parse(validTo) - now < EXPIRY_NOTICE) return [warning(`${name} vence el ${dayOf(validTo)}.`, RENEW)]
  return []
}

const SET = /^(?:platform|evidence)(?:-(\d+))?$/

/** The root and the newest of each other kind. */
const inUse = (names: readonly string[]): string[] => {
  const generation = (name: string): number => Number(SET.exec(dirname(name))?.[1] ?? 1)
  const newest = new Map<string, string>()
  for (const name of names.filter((path) => path.endsWith('.crt') && SET.test(dirname(path)))) {
    const before = newest.get(basename(name))
    if (before === undefined || generation(before) < generation(name)) newest.set(basename(name), name)
  }
  return [...newest.values()]
}

const examinePlatform = async (folder: string, now: number): Promise<DoctorFinding[]> => {
  const findings: DoctorFinding[] = []
  for (const name of inUse((await keyFilesIn(folder)) ?? [])) {
    const path = join(folder, name)
    try {
      const certificate = new X509Certificate(await readFile(path))
      const key = createPrivateKey(await readFile(path.replace(/\.crt$/, '.key')))
      if (!certificate.checkPrivateKey(key)) throw new Error('la llave no es la de su certificado')
      findings.push(...examineTerm({ name: `El certificado ${name}`, certificate }, now))
    } catch (problem) {
      findings.push(
        error(
          `${path} y su llave no sirven: ${causeText(problem)}.`,
          'Recupera la carpeta de llaves del último respaldo.',
        ),
      )
    }
  }
  return findings
}

const lastSubjectPart = ({ subject }: X509Certificate): string => subject.split('\n').at(-1) ?? subject

const fromFile = async (path: string, variable: string): Promise<Named[]> => {
  const text = (await readNamedFile(path, variable)).toString('latin1')
  return parseCertificates(text, variable).map((certificate) => ({
    name: `${variable}: ${lastSubjectPart(certificate)}`,
    certificate,
  }))
}

const named = async (environment: ApiEnvironment, now: Date): Promise<Named[]> => {
  const { timeStampAuthority, signingAgentCa, nationalCa, ownCertificate } = environment
  const found: Named[] = []
  if (timeStampAuthority !== null) {
    await readTrust(timeStampAuthority.authorities, now, 'TSA_CA')
    found.push(...(await fromFile(timeStampAuthority.authorities, 'TSA_CA')))
  }
  if (signingAgentCa !== null) {
    await readTrust(signingAgentCa, now, 'SIGNING_AGENT_CA')
    found.push(...(await fromFile(signingAgentCa, 'SIGNING_AGENT_CA')))
  }
  if (nationalCa !== null) {
    await readNationalTrust(nationalCa)
    found.push(...(await fromFile(nationalCa, 'NATIONAL_CA')))
  }
  if (ownCertificate !== null) {
    const own = await openOwnCertificate(ownCertificate, now)
    const [certificate, ...above] = ownCertificates(own)
    if (certificate !== undefined) found.push({ name: 'El certificado propio', certificate })
    for (const authority of above)
      if (authority !== certificate)
        found.push({
          name: `La autoridad del certificado propio (${lastSubjectPart(authority)})`,
          certificate: authority,
        })
  }
  return found
}

const examineHierarchy = async ({ signingAgentCa }: ApiEnvironment, now: Date): Promise<DoctorFinding[]> => {
  if (signingAgentCa === null) return []
  const { roots } = await readTrust(signingAgentCa, now, 'SIGNING_AGENT_CA')
  if (roots.every(isNationalRoot)) return []
  const what = 'SIGNING_AGENT_CA tiene una raíz que no es la nacional: sus firmas se muestran como de un simulador.'
  return [warning(what, 'Para firmas reales usa las autoridades de docs/national-certificates.md.')]
}

export const examineCertificates = async ({
  environment,
  clock,
}: Pick<DoctorOptions, 'environment' | 'clock'>): Promise<DoctorFinding[]> => {
  const findings = await examinePlatform(environment.keysDir, clock())
  try {
    for (const certificate of await named(environment, new Date(clock())))
      findings.push(...examineTerm(certificate, clock()))
    findings.push(...(await examineHierarchy(environment, new Date(clock()))))
  } catch (problem) {
    findings.push(error(causeText(problem), 'Corrige esa variable o el archivo que nombra.'))
  }
  return findings.length > 0 ? findings : [ok('Ninguno vence en los próximos 60 días.')]
}
