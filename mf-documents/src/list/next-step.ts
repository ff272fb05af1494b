import type { UserFile } from 'shared/contract'
import { signerLines } from './signers/signer-lines.ts'

export type NextStep =
  | { readonly kind: 'act'; readonly text: string }
  | { readonly kind: 'wait'; readonly text: string }
  | { readonly kind: 'none'; readonly text: string }

type Facts = Pick<
  UserFile,
  'status' | 'is_signed' | 'fields_total' | 'fields_signed' | 'waits_for' | 'signers' | 'deadline'
>

const act = (text: string): NextStep => ({ kind: 'act', text })

const waitText = ({ signers }: Facts): string => {
  const pending = signerLines(signers).filter(({ signedAt }) => signedAt === null)
  const [first] = pending
  return pending.length === 1 && first ? `Espera a ${first.name}` : `Espera a ${pending.length} personas`
}

const isInvited = ({ signers }: Facts): boolean => signers.some(({ invited_at }) => invited_at !== null)

export const nextStep = (file: Facts): NextStep => {
  if (file.status === 'CANCELLED') return { kind: 'none', text: 'Nada pendiente' }
  if (file.is_signed) return act('Descargar')
  if (file.deadline?.expired) return act('Ampliar la fecha')
  if (file.status === 'FAILED') return act('Reintentar el cierre')
  if (file.fields_total === 0) return act('Agregar firmante')
  if (file.waits_for === 'owner') return act('Firmar')
  if (file.fields_signed === file.fields_total) return { kind: 'wait', text: 'Cerrando el documento…' }
  return file.waits_for === 'others' || isInvited(file)
    ? { kind: 'wait', text: waitText(file) }
    : act('Enviar invitaciones')
}
