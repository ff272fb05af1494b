/** What people fill in and choose from. Apart from `shared/ui`, because a page that is only read needs none of it. */
export { PasswordField, type PasswordFieldProps } from './PasswordField.tsx'
export { SelectField, type SelectFieldProps, type SelectOption } from './SelectField.tsx'
export { type Tab, Tabs, type TabsProps } from './Tabs.tsx'
export { TextAreaField, type TextAreaFieldProps } from './TextAreaField.tsx'
export { TextField, type TextFieldProps } from './TextField.tsx'
