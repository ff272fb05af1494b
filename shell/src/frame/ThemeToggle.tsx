import Moon from 'lucide-react/icons/moon'
import Sun from 'lucide-react/icons/sun'
import { toggleTheme, useTheme } from 'shared/state'
import { IconButton } from 'shared/ui'
import styles from './Header.module.css'

export function ThemeToggle() {
  const dark = useTheme() === 'dark'
  return (
    <IconButton
      className={styles.quiet}
      label={dark ? 'Cambiar al tema claro' : 'Cambiar al tema oscuro'}
      icon={dark ? <Sun /> : <Moon />}
      onClick={toggleTheme}
    />
  )
}
