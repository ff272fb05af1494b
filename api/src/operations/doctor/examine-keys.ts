import { createHash } from 'node:crypto'
import { readdir, readFile, stat } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { isMissingFile } from 'shared/server'
import type { ApiEnvironment } from '../../platform/environment/environment.ts'
import { causeText, type DoctorFinding, findingsOf } from './finding.ts'
import type { ReadOnlyDatabase } from './open-read-only-database.ts'

const { ok, warning, error } = findingsOf('keys')

/** Group and others. */
const OTHERS = 0o077

/** Complete files; undefined without a folder. */
export const keyFilesIn = async (folder: string): Promise<string[] | undefined> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch((problem: unknown) => {
    if (isMissingFile(problem)) return undefined
    throw problem
  })
  return entries
    ?.filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .filter((name) => !/(?:^|\/)\./.test(name))
}

const examineModes = async (paths: readonly string[]): Promise<DoctorFinding[]> => {
  const findings: DoctorFinding[] = []
  for (const path of paths) {
    const { mode } = await stat(path)
    if ((mode & OTHERS) === 0) continue
    const octal = (mode & 0o777).toString(8)
    findings.push(error(`Otros usuarios pueden usar ${path} (modo ${octal}).`, `chmod go= '${path}'`))
  }
  return findings
}

const keyFingerprint = async (path: string): Promise<string> =>
  createHash('sha256')
    .update(await readFile(path))
    .digest('hex')

const examineSameness = async (
  folder: string,
  names: readonly string[],
  ledger: ReadOnlyDatabase,
): Promise<DoctorFinding[]> => {
  const known = await ledger.rows('select name, fingerprint from installation_keys').catch(() => [])
  const remedy = `Copia a ${folder} las llaves del respaldo o de otro proceso. Sin ellas la API no inicia.`
  const findings: DoctorFinding[] = []
  for (const { name, fingerprint } of known) {
    if (!names.includes(String(name))) findings.push(error(`Falta la llave ${name}.`, remedy))
    else if ((await keyFingerprint(join(folder, String(name)))) !== fingerprint)
      findings.push(error(`La llave ${name} no es la de esta instalación.`, remedy))
  }
  return findings
}

/** Outside the folder. */
const secretsOf = ({ ownCertificate: own, dkim }: ApiEnvironment): string[] => {
  const mail = dkim === null ? [] : [dkim.keyFile]
  if (own === null) return mail
  if (own.kind === 'pkcs11') return [...mail, own.pinFile]
  return [...mail, own.p12, ...(own.passwordFile === null ? [] : [own.passwordFile])]
}

export const examineKeys = async (
  environment: ApiEnvironment,
  ledger: ReadOnlyDatabase | null,
): Promise<DoctorFinding[]> => {
  const folder = environment.keysDir
  try {
    const names = await keyFilesIn(folder)
    const secrets = await examineModes(secretsOf(environment)).catch(() => [])
    const different = ledger === null ? [] : await examineSameness(folder, names ?? [], ledger)
    if (names === undefined || names.length === 0)
      return different.length > 0
        ? [...different, ...secrets]
        : [ok(`Se crearán en ${folder} en el primer inicio.`), ...secrets]
    const keys = names.filter((name) => name.endsWith('.key')).map((name) => join(folder, name))
    const open = await examineModes([folder, ...keys])
    const findings = [...different, ...open, ...secrets]
    return findings.length > 0 ? findings : [ok(`Están las ${keys.length} y nadie más las puede leer.`)]
  } catch (problem) {
    return [
      warning(
        `No se pueden revisar las llaves de ${folder}: ${causeText(problem)}.`,
        'Ejecútalo como el usuario de la API.',
      ),
    ]
  }
}
