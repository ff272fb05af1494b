import { importData, launchRule, remoteGoto, submitForm } from './actions.ts'
import { activeMedia } from './active-media.ts'
import { embeddedFile, portfolioRule } from './attached-files.ts'
import { autoAction } from './auto-action.ts'
import { heavyAnnotations } from './heavy-annotations.ts'
import { injectionFont } from './injection-font.ts'
import { injectionFunction } from './injection-function.ts'
import { injectionMetadata } from './injection-metadata.ts'
import { injectionText } from './injection-text.ts'
import { javascriptRule } from './javascript.ts'
import { polyglotRule } from './polyglot.ts'
import { remoteFile } from './remote-file.ts'
import type { ScreenRule } from './rule.ts'
import { bombRule, externalStream } from './streams.ts'
import { uriRule } from './uri.ts'
import { xfaRule } from './xfa.ts'

/**
 * PDF_NOT_A_PDF, PDF_ENCRYPTED, PDF_RESTRICTED, PDF_TOO_COMPLEX and
 * PDF_CORRUPT come from reading.
 */
export const screenRules: readonly ScreenRule[] = [
  javascriptRule,
  launchRule,
  importData,
  submitForm,
  remoteGoto,
  remoteFile,
  uriRule,
  autoAction,
  activeMedia,
  embeddedFile,
  externalStream,
  portfolioRule,
  xfaRule,
  polyglotRule,
  injectionFont,
  injectionMetadata,
  injectionText,
  injectionFunction,
  heavyAnnotations,
  bombRule,
]
