import { activeMedia } from './active-media.ts'
import { autoAction } from './auto-action.ts'
import { bomb } from './bomb.ts'
import { embeddedFile } from './embedded-file.ts'
import { externalStream } from './external-stream.ts'
import { heavyAnnotations } from './heavy-annotations.ts'
import { importData } from './import-data.ts'
import { injectionFont } from './injection-font.ts'
import { injectionFunction } from './injection-function.ts'
import { injectionMetadata } from './injection-metadata.ts'
import { injectionText } from './injection-text.ts'
import { javascript } from './javascript.ts'
import { launch } from './launch.ts'
import { polyglot } from './polyglot.ts'
import { portfolio } from './portfolio.ts'
import { remoteFile } from './remote-file.ts'
import { remoteGoto } from './remote-goto.ts'
import type { Rule } from './rule.ts'
import { submitForm } from './submit-form.ts'
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
