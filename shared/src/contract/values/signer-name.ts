import { MAX_LENGTHS } from './limits.ts'
import { visibleName } from './visible-name.ts'

/** It reaches certificate, mails and evidence, so every character must be seen. */
export const SignerNameSchema = visibleName('Por favor ingresa el nombre del firmante', MAX_LENGTHS.signerName)
