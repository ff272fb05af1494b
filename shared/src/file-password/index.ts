// Here, as uploads alone load both: each subpath adds weight to every page.
export { FilePasswordForm, type FilePasswordFormProps } from './FilePasswordForm.tsx'
export { namedUploadNotes, uploadNotes } from './upload-notes.ts'
