import type { Message } from '../../../platform/mail/message.ts'

export const documentCopyMessage = (input: {
  readonly filename: string
  readonly signed: number
  readonly total: number
}): Message => ({
  subject: `Tu copia de «${input.filename}»`,
  title: 'Tu copia del documento',
  blocks: [
    { kind: 'paragraph', text: `Adjuntamos «${input.filename}» con ${input.signed} de ${input.total} firmas.` },
    ...(input.signed < input.total
      ? [{ kind: 'paragraph', text: 'Cuando firmen todas las personas recibirás el documento completo.' } as const]
      : []),
  ],
})
