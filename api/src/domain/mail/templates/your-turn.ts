import { PRODUCT } from 'shared/contract'
import { blocks, type Message } from '../../../platform/mail/message.ts'
import { type Asking, askingBlocks } from './asking.ts'

/** Does not name earlier signers. */
export const yourTurnMessage = (input: Asking & { readonly signerName: string }): Message => ({
  subject: `Es tu turno de firmar «${input.filename}»`,
  title: `${input.signerName}, es tu turno de firmar`,
  blocks: blocks(
    `${input.ownerName} te invita a firmar un documento en ${PRODUCT}. Se firma por orden, y ahora te toca a ti.`,
    ...askingBlocks(input),
  ),
})
