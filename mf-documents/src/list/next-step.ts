import type { UserFile } from 'shared/contract'
import { personLines } from './signers/signer-lines.ts'

export type NextStep =
  | { readonly kind: 'act'; readonly text: string }
  | { readonly kind: 'wait'; readonly text: string }
  | { readonly kind: 'none'; readonly text: string }

type Facts = Pick<
  UserFile,
  'status' | 'is_signed' | 'fields_total' | 'fields_signed' | 'waits_for' | 'signers' | 'participants' | 'deadline'
>

const act = (text: string): NextStep => ({ kind: 'act', text })

const pendingLines = (file: Facts) => personLines(file).filter(({ signedAt }) => signedAt === null)

const waitText = (file: Facts): string => {
  const pending = pendingLines(file)
  const [first] = pending
  return pending.length === 1 && first ? `Espera a ${first.name}` : `Espera a ${pending.length} personas`
}

const isInvited = (file: Facts): boolean => personLines(file).some(({ invitedAt }) => invitedAt !== null)

export const nextStep = (file: Facts): NextStep => {
  if (file.status === 'CANCELLED') return { kind: 'none', text: 'Nada pendiente' }
  if (file.is_signed) return act('Descargar')
  if (file.deadline?.expired) return act('Ampliar la fecha')
  if (file.status === 'FAILED') return act('Reintentar el cierre')
  if (file.fields_total === 0) return act('Agregar firmante')
  if (file.waits_for === 'owner') return act('Firmar')
  if (file.fields_signed === file.fields_total && pendingLines(file).length === 0)
    return { kind: 'wait', text: 'Cerrando el documento…' }
  return file.waits_for === 'others' || isInvited(file)
    ? { kind: 'wait', text: waitText(file) }
    : act('Enviar invitaciones')
}
