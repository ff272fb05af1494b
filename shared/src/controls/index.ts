/** Separate from `shared/ui`: read-only pages need no controls. */
// Import order fixes the order of the style sheets.
import '../ui/index.ts'

export { ConfirmDialog, type ConfirmDialogProps } from './ConfirmDialog.tsx'
export { Dialog, type DialogProps } from './Dialog.tsx'
export { FileDrop, type FileDropProps } from './FileDrop.tsx'
export { PasswordField, type PasswordFieldProps } from './PasswordField.tsx'
export { SelectField, type SelectFieldProps, type SelectOption } from './SelectField.tsx'
export { type Tab, Tabs, type TabsProps } from './Tabs.tsx'
export { TextAreaField, type TextAreaFieldProps } from './TextAreaField.tsx'
export { TextField, type TextFieldProps } from './TextField.tsx'
