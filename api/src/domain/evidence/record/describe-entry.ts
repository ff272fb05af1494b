import type { LogEntry } from 'shared/contract/evidence-log'
import { auditKinds } from '../../audit/kinds.ts'

const kindWords = new Map<string, string>(Object.entries(auditKinds))

/** An unknown kind is shown as stored: a newer release may have written it. */
export const kindText = (kind: string): string => kindWords.get(kind) ?? kind

const mailWords: Readonly<Record<string, string>> = {
  invitation: 'invitación a firmar',
  reminder: 'recordatorio',
  'invitation-replaced': 'aviso de que firma otra persona',
  proposal: 'propuesta de otra persona',
  'proposal-refused': 'respuesta a la propuesta',
  'document-declined': 'aviso de rechazo',
  'document-cancelled': 'aviso de cancelación',
  'document-expired': 'aviso de plazo terminado',
  'deadline-changed': 'aviso de nueva fecha límite',
  'field-signed': 'aviso de una firma',
  'participant-answered': 'aviso de una respuesta',
  'question-asked': 'aviso de una pregunta',
  'question-answered': 'respuesta a una pregunta',
  'document-completed': 'documento completo',
  'document-copy': 'copia del documento',
  'mail-undelivered': 'aviso de un correo no entregado',
  'link-code': 'código para firmar por enlace público',
}

/** Only `certified` is one of Ley 8454. */
export const modeWords: Readonly<Record<string, string>> = {
  electronic: 'Firma electrónica',
  certified: 'Firma digital certificada',
  parallel: 'En paralelo',
  ordered: 'Por orden',
}

/** Of people without a field. */
const roleWords: Readonly<Record<string, string>> = {
  visto_bueno: 'visto bueno',
  lectura: 'lectura',
  copia: 'copia',
}

/** Of `sent-together` and `signed-together`: number and hash of each document. */
const describeTogether = (value: string): string => {
  const hashes = value.split('; ').map((each) => `${each.split(' ')[1]?.slice(0, 16)}…`)
  return `${hashes.length} documentos, con huellas ${hashes.join(', ')}`
}

/** In the order of display. Other facts of an entry are for programs and are not shown. */
const factWords: Readonly<Record<string, (value: string) => string>> = {
  about: (value) => mailWords[value] ?? value,
  role: (value) => roleWords[value] ?? value,
  to: (value) => `para ${value}`,
  name: (value) => value,
  email: (value) => value,
  reason: (value) => `motivo: ${value}`,
  declared: (value) => `identificación declarada: ${value}`,
  shown: (value) => `documento mostrado: ${/^[0-9a-f]{64}$/.test(value) ? `${value.slice(0, 16)}…` : value}`,
  link: (value) => value,
  email_code: (value) => value,
  confirmed: (value) => `correo confirmado con un código: ${value}`,
  certificate: (value) => `certificado ${value}`,
  mode: (value) => modeWords[value] ?? value,
  level: (value) => `nivel ${value}`,
  deadline: (value) => `último día para firmar: ${value}`,
  before: (value) => `antes: ${value}`,
  page: (value) => `página ${value}`,
  values: (value) => value,
  documents: describeTogether,
  text: (value) => `«${value}»`,
  step: (value) => `antes del paso ${value}`,
  message: (value) => `mensaje ${value}`,
  message_sha256: (value) => `huella del texto ${value.slice(0, 16)}…`,
  log_head: (value) => `cabeza del registro ${value.slice(0, 16)}…`,
}

/** The hash covers `data` as text, so a log keeps facts that this release does not know. */
export const factsOf = ({ data }: Pick<LogEntry, 'data'>): Readonly<Record<string, unknown>> => {
  const facts: unknown = JSON.parse(data)
  return typeof facts === 'object' && facts !== null ? { ...facts } : {}
}

/** One line; hashes are shortened. */
export const factsText = (entry: Pick<LogEntry, 'data'>): string => {
  const facts = factsOf(entry)
  return Object.entries(factWords)
    .flatMap(([key, describe]) => {
      const value = facts[key]
      return value === undefined || value === null || value === '' ? [] : [describe(String(value))]
    })
    .join(' · ')
}
