import { PRODUCT } from 'shared/contract'
import { blocks, type Message } from '../../../platform/mail/message.ts'
import { type Asking, askingBlocks } from './asking.ts'

export const invitationMessage = (
  input: Asking & {
    readonly signerName: string
    readonly proposedBy?: string | undefined
  },
): Message => ({
  subject: `${input.ownerName} te invita a firmar «${input.filename}»`,
  title: `${input.signerName}, tienes un documento por firmar`,
  blocks: blocks(
    `${input.ownerName} te invita a firmar un documento en ${PRODUCT}.`,
    ...(input.proposedBy === undefined
      ? []
      : [`${input.proposedBy} tenía que firmarlo y dijo que te corresponde a ti; ${input.ownerName} lo confirmó.`]),
    ...askingBlocks(input),
  ),
})
