import { importData, launch, remoteGoto, submitForm } from './actions.ts'
import { activeMedia } from './active-media.ts'
import { embeddedFile, portfolio } from './attached-files.ts'
import { autoAction } from './auto-action.ts'
import { heavyAnnotations } from './heavy-annotations.ts'
import { injectionFont } from './injection-font.ts'
import { injectionFunction } from './injection-function.ts'
import { injectionMetadata } from './injection-metadata.ts'
import { injectionText } from './injection-text.ts'
import { javascript } from './javascript.ts'
import { polyglot } from './polyglot.ts'
import { remoteFile } from './remote-file.ts'
import type { Rule } from './rule.ts'
import { bomb, externalStream } from './streams.ts'
import { uri } from './uri.ts'
import { xfa } from './xfa.ts'

/**
 * PDF_NOT_A_PDF, PDF_ENCRYPTED, PDF_TOO_COMPLEX and
 * PDF_CORRUPT come from reading.
 */
export const rules: readonly Rule[] = [
  javascript,
  launch,
  importData,
  submitForm,
  remoteGoto,
  remoteFile,
  uri,
  autoAction,
  activeMedia,
  embeddedFile,
  externalStream,
  portfolio,
  xfa,
  polyglot,
  injectionFont,
  injectionMetadata,
  injectionText,
  injectionFunction,
  heavyAnnotations,
  bomb,
]
