/** Folders that several journeys go through. */

export const annotationFolders = [
  'mf-signing/src/annotations',
  'api/src/domain/annotations',
  'pdf/src/annotate',
  'shared/src/contract/documents/annotations.ts',
]
export const guestFolders = [
  'mf-signing/src/guest',
  'mf-signing/src/signing-flow',
  'mf-signing/src/agent',
  'mf-signing/src/signature-dialog',
  'mf-signing/src/saved-signatures',
  'mf-signing/src/signing',
  'api/src/domain/invitations',
  'api/src/domain/guest-answers',
  'api/src/domain/reminders',
  'api/src/domain/public-link-sessions',
  'api/src/domain/signing',
  'api/src/domain/card-signing',
  'api/src/domain/pki',
  'pdf/src/sign',
  'pdf/src/write',
]
export const viewerFolders = [
  'mf-signing/src/viewer',
  'mf-signing/src/geometry',
  'mf-signing/src/pdfjs',
  'mf-signing/src/ui',
]
export const uploadFolders = [
  'mf-documents/src/upload',
  'api/src/domain/documents',
  'api/src/domain/uploads',
  'api/src/domain/screening',
  'pdf/src/screen',
  'pdf/src/repair',
]
