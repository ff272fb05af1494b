/** Separate from `shared/ui`: read-only pages need no controls. */
// Import order fixes the order of the style sheets.
import '../ui/index.ts'

export { ChoiceMenu, type MenuChoice } from './ChoiceMenu.tsx'
export { ConfirmDialog } from './ConfirmDialog.tsx'
export { Dialog, type DialogProps } from './Dialog.tsx'
export { FileDrop } from './FileDrop.tsx'
export { PasswordField, type PasswordFieldProps } from './PasswordField.tsx'
export type { PictureSubject } from './pictures/load-picture.ts'
export { usePagePicture } from './pictures/use-page-picture.ts'
export { RetryAlert } from './RetryAlert.tsx'
export { SelectField } from './SelectField.tsx'
export { type Tab, Tabs } from './Tabs.tsx'
export { TextAreaField } from './TextAreaField.tsx'
export { TextField } from './TextField.tsx'
