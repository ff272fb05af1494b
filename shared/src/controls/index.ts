/** What people fill in, choose from and are asked by. Apart from `shared/ui`, because a page that is only read needs none of it. */
// The style sheets of what they are made of come first, in their own order.
import '../ui/index.ts'

export { ConfirmDialog, type ConfirmDialogProps } from './ConfirmDialog.tsx'
export { Dialog, type DialogProps } from './Dialog.tsx'
export { FileDrop, type FileDropProps } from './FileDrop.tsx'
export { PasswordField, type PasswordFieldProps } from './PasswordField.tsx'
export { SelectField, type SelectFieldProps, type SelectOption } from './SelectField.tsx'
export { type Tab, Tabs, type TabsProps } from './Tabs.tsx'
export { TextAreaField, type TextAreaFieldProps } from './TextAreaField.tsx'
export { TextField, type TextFieldProps } from './TextField.tsx'
